import { pages as assets } from '../assets/pages.ts';
import { pages as contracts } from '../contracts/pages.ts';
import { pages as credit } from '../credit/pages.ts';
import { pages as deposits } from '../deposits/pages.ts';
import { pages as help } from '../help/pages.ts';
import { pages as home } from '../home/pages.ts';
import { pages as identity } from '../identity/pages.ts';
import { pages as invites } from '../invites/pages.ts';
import { pages as options } from '../options/pages.ts';
import { pages as publiclog } from '../publiclog/pages.ts';
import { pages as receipts } from '../receipts/pages.ts';
import { pages as records } from '../records/pages.ts';
import { pages as security } from '../security/pages.ts';
import { pages as session } from '../session/pages.ts';
import { pages as spot } from '../spot/pages.ts';
import { pages as transfers } from '../transfers/pages.ts';
import { pages as user } from '../user/pages.ts';
import { pages as vip } from '../vip/pages.ts';
import { pages as wealth } from '../wealth/pages.ts';
import { pages as withdrawals } from '../withdrawals/pages.ts';

export { tabs } from './tabs.ts';

/** All pages below the tabs, contributed by each domain. */
export const pages = [
  ...session,
  ...security,
  ...home,
  ...user,
  ...identity,
  ...credit,
  ...invites,
  ...assets,
  ...deposits,
  ...vip,
  ...transfers,
  ...records,
  ...contracts,
  ...receipts,
  ...spot,
  ...options,
  ...withdrawals,
  ...wealth,
  ...publiclog,
  ...help,
];
