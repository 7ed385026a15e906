import { z } from 'zod';
import type { ErrorName } from './errors.ts';

/** Users' calls, and the operators' calls, which another process answers at another address. */
type Path = `/index/${string}/${string}` | `/office/${string}/${string}`;

/** How often a call may be made: `burst` at once, then one more every `everySeconds`. */
export type Limit = {
  /**
   * Whose calls are counted together: those from one network, those of one user or operator, or those about one account, whoever
   * makes them. A browser in which the owner of an account has logged in before is counted by itself: a stranger cannot use up its turns.
   */
  per: 'address' | 'user' | 'operator' | 'account' | 'account and address' | 'account and browser';
  burst: number;
  everySeconds: number;
  /** Counted over all processes together; otherwise each process counts for itself, which costs nothing. */
  shared?: true;
};
/** What a screen reads, for one network: a school behind one address opens the app at the same time. */
export const visitorsReading: Limit = { per: 'address', burst: 600, everySeconds: 0.05 };
/** What a screen reads, for one user with a few screens open. */
export const usersReading: Limit = { per: 'user', burst: 240, everySeconds: 0.1 };
/** What a person does by hand. */
export const usersActing: Limit = { per: 'user', burst: 60, everySeconds: 0.25 };
/** What an operator reads and does; the console asks by itself every few seconds. */
export const operatorsWorking: Limit = { per: 'operator', burst: 600, everySeconds: 0.1 };

export type Endpoint<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  E extends ErrorName = ErrorName,
  M extends 'GET' | 'POST' = 'GET' | 'POST',
  P extends Path = Path,
> = {
  method: M;
  path: P;
  /** Who may call: anybody, a logged-in user, one whose account may be frozen, or an operator (see operators/call.ts). */
  auth: 'visitor' | 'user' | 'frozen-user' | 'operator';
  /** Answered during maintenance too: what the app needs to show the notice. */
  whileUpgrading?: true;
  /** The body is a form with one field, `file`, whose file has at most so many bytes. It is read when the call asks for it. */
  takesFile?: number;
  /** How often. Kept by the server in one place (`platform/limits.ts`), except for limits per account: see there. */
  limit: Limit | readonly Limit[];
  /** One line for the API reference. */
  summary: string;
  input: I;
  output: O;
  errors: readonly E[];
};
export type Input<E extends Endpoint> = z.output<E['input']>;
export type Output<E extends Endpoint> = z.output<E['output']>;
/** What a call may refuse with. A session can end while the call is under way. */
export type Refusal<E extends Endpoint> = E['errors'][number] | (E['auth'] extends 'visitor' ? never : 'not_logged_in');

export const limitsOf = ({ limit }: Pick<Endpoint, 'limit'>): readonly Limit[] =>
  Array.isArray(limit) ? limit : [limit as Limit];

/** Declares a call once; server routes, the OpenAPI document and the typed client all come from this object. */
export const endpoint = <
  I extends z.ZodType,
  O extends z.ZodType,
  const E extends ErrorName,
  const M extends 'GET' | 'POST',
  const P extends Path,
>(
  e: Endpoint<I, O, E, M, P>,
) => e;

/** The shape of every answer. `msg` is a sentence in the caller's language, or the number 5 (see errors.ts). */
export const envelope = <D extends z.ZodType>(data: D) =>
  z.object({ code: z.int(), msg: z.union([z.string(), z.int()]), data });
export type Envelope = { code: number; msg: string | number; data: unknown };

export const nothing = z.object({});
