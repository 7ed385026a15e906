import { z } from 'zod';
import type { ErrorName } from './errors.ts';

/** Users' calls, and operators' calls, which another process serves at another address. */
type Path = `/index/${string}/${string}` | `/office/${string}/${string}`;

/** Rate limit of a call: `burst` at once, then one more every `everySeconds`. */
export type Limit = {
  /**
   * Whose calls are counted together: those from one network, of one user or operator, or about one account from
   * anywhere. A browser that the owner of an account has logged in from has its own count, so a stranger cannot use up
   * the owner's attempts.
   */
  per: 'address' | 'user' | 'operator' | 'account' | 'account and address' | 'account and browser';
  burst: number;
  everySeconds: number;
  /** Counted across all processes. Otherwise each process counts on its own, which costs nothing. */
  shared?: true;
};
/** Reads by the screens of one network. A school may open the app from one address at the same time. */
export const visitorsReading: Limit = { per: 'address', burst: 600, everySeconds: 0.05 };
/** Reads by one user with a few open screens. */
export const usersReading: Limit = { per: 'user', burst: 240, everySeconds: 0.1 };
/** Actions that a user does by hand. */
export const usersActing: Limit = { per: 'user', burst: 60, everySeconds: 0.25 };
/** Reads and actions of an operator. The console polls every few seconds. */
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
  /** Allowed callers: anyone, a logged-in user, a user whose account may be frozen, or an operator (see operators/call.ts). */
  auth: 'visitor' | 'user' | 'frozen-user' | 'operator';
  /** Also answered during maintenance, because the app needs it to show the notice. */
  whileUpgrading?: true;
  /** The body is a form with one field, `file`, of at most this many bytes. It is read when the handler asks for it. */
  takesFile?: number;
  /** Enforced by the server in `server/src/platform/http/limits.ts`, except for limits per account. */
  limit: Limit | readonly Limit[];
  /** One line for the API reference. */
  summary: string;
  input: I;
  output: O;
  errors: readonly E[];
};
export type Input<E extends Endpoint> = z.output<E['input']>;
export type Output<E extends Endpoint> = z.output<E['output']>;
/** The errors a call may return. A session can end during the call. */
export type Refusal<E extends Endpoint> = E['errors'][number] | (E['auth'] extends 'visitor' ? never : 'not_logged_in');

export const limitsOf = ({ limit }: Pick<Endpoint, 'limit'>): readonly Limit[] =>
  Array.isArray(limit) ? limit : [limit as Limit];

/** Declares a call. Server routes, the OpenAPI document and the typed client are all derived from this object. */
export const endpoint = <
  I extends z.ZodType,
  O extends z.ZodType,
  const E extends ErrorName,
  const M extends 'GET' | 'POST',
  const P extends Path,
>(
  e: Endpoint<I, O, E, M, P>,
) => e;

/** The form of every response. `msg` is a sentence in the caller's language, or the number 5 (see errors.ts). */
export const envelope = <D extends z.ZodType>(data: D) =>
  z.object({ code: z.int(), msg: z.union([z.string(), z.int()]), data });
export type Envelope = { code: number; msg: string | number; data: unknown };

export const nothing = z.object({});
