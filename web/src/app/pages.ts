import { pages as assets } from '../assets/pages.ts';
import { pages as contracts } from '../contracts/pages.ts';
import { pages as credit } from '../credit/pages.ts';
import { pages as help } from '../help/pages.ts';
import { pages as home } from '../home/pages.ts';
import { pages as identity } from '../identity/pages.ts';
import { pages as invites } from '../invites/pages.ts';
import { pages as records } from '../records/pages.ts';
import { pages as security } from '../security/pages.ts';
import { pages as session } from '../session/pages.ts';
import { pages as user } from '../user/pages.ts';
import { rooms } from './rooms.ts';

export { rooms } from './rooms.ts';
export { tabs } from './tabs.ts';

/** Every page below the tabs: what each domain hands over, and what is still to be built. */
export const pages = [
  ...session,
  ...security,
  ...home,
  ...user,
  ...identity,
  ...credit,
  ...invites,
  ...assets,
  ...records,
  ...contracts,
  ...help,
  ...rooms,
];
