import { z } from 'zod';
import { type Endpoint, type Limit, operatorsWorking } from '../endpoint.ts';
import type { ErrorName } from '../errors.ts';
import type { Permission } from './permissions.ts';

type OfficePath = `/office/${string}/${string}`;

/**
 * A call of the console. What leaves no entry in the log runs in a transaction that cannot write. A look at what belongs to a user
 * leaves one for its first ten minutes. A call that leaves `read` cannot write either, and each one is in the log.
 */
export type OperatorEndpoint<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  E extends ErrorName = ErrorName,
  P extends OfficePath = OfficePath,
> = Endpoint<I, O, E, 'POST', P> & {
  auth: 'operator';
  permission: Permission;
  leaves: 'entry' | 'read' | 'look' | 'nothing';
  /** Asks for the second factor again when it is older than ten minutes. */
  fresh?: true;
  /** What the second person must hold, where it is not the call's own permission. */
  second?: Permission;
  /** Asked again and again by an open page: does not count as somebody being there. */
  background?: true;
};
type Declared<E> = Omit<E, 'method' | 'auth' | 'limit'> & { limit?: Limit };

/** Declares a call of the console once; always POST, always an operator's. */
export const operatorCall = <
  I extends z.ZodType,
  O extends z.ZodType,
  const E extends ErrorName,
  const P extends OfficePath,
>(
  e: Declared<OperatorEndpoint<I, O, E, P>>,
): OperatorEndpoint<I, O, E, P> => ({ limit: operatorsWorking, ...e, method: 'POST', auth: 'operator' });

/** For this long, one operator's looks at one user are a single entry. */
export const lookMinutes = 10;
/** Why something is done, in the operator's words; it stays in the log. */
export const reason = z.string().trim().min(3).max(500);
/** The short id a user is known by. */
export const personNumber = z.string().regex(/^[1-9]\d{0,17}$/);
/** Another operator, as operators see each other. */
export const colleague = z.object({ id: z.uuid(), name: z.string() });
/** The answer of an action that may need a second person: the request that waits for one, or null when it is done. */
export const doneOrWaiting = z.object({ waiting: z.uuid().nullable() });
