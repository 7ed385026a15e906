import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import { sessionFigures } from '@glasshouse/protocol/backoffice/figures';
import type { Figure } from '#platform/observability/figures.ts';
import { people } from '../people/people.ts';
import { openSessions } from './sql.ts';

const signUpDays = 14;

const signUps: Figure<Figures['signUps'], Figures['signUps']> = {
  count: (tx, now) => people.signUpsByDay(tx, now, signUpDays),
  form: sessionFigures.signUps,
  uncounted: [],
  read: async (_, __, counted) => counted,
  table: (shown, { header }) => [header('day', 'count'), ...shown.map(({ day, count }) => [day, String(count)])],
};

const users: Figure<Figures['users'], Omit<Figures['users'], 'frozen'>> = {
  count: async (tx, now) => ({ total: await people.countPeople(tx), sessions: await openSessions(tx, now) }),
  form: sessionFigures.users.omit({ frozen: true }),
  uncounted: { total: 0, sessions: 0 },
  read: async (tx, _, counted) => ({ ...counted, frozen: await people.countFrozen(tx) }),
};

export const figures = { signUps, users };
