import { z } from 'zod';
import { type Endpoint, type Limit, operatorsWorking } from '../endpoint.ts';
import type { ErrorName } from '../errors.ts';
import type { Permission } from './permissions.ts';

type OfficePath = `/office/${string}/${string}`;

/**
 * A call of the console. Calls that leave no entry in the log run in a read-only transaction. `look` means viewing a
 * user's data, which is logged once in ten minutes. A call with `read` is also read-only, and every call is logged.
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
  /** Requires the second factor again if it was given more than ten minutes ago. */
  fresh?: true;
  /** The permission of the second person, if it differs from that of the call. */
  second?: Permission;
  /** Polled by an open page. Does not count as activity of the operator. */
  background?: true;
};
type Declared<E> = Omit<E, 'method' | 'auth' | 'limit'> & { limit?: Limit };

/** Declares a call of the console. It is always POST and always requires an operator. */
export const operatorCall = <
  I extends z.ZodType,
  O extends z.ZodType,
  const E extends ErrorName,
  const P extends OfficePath,
>(
  e: Declared<OperatorEndpoint<I, O, E, P>>,
): OperatorEndpoint<I, O, E, P> => ({ limit: operatorsWorking, ...e, method: 'POST', auth: 'operator' });

/** Minutes in which one operator's views of one user are a single entry. */
export const lookMinutes = 10;
/** The operator's reason for an action. It stays in the log. */
export const reason = z.string().trim().min(3).max(500);
/** The short id of a user. */
export const personNumber = z.string().regex(/^[1-9]\d{0,17}$/);
/** Another operator, as shown to operators. */
export const colleague = z.object({ id: z.uuid(), name: z.string() });
/** The response of an action that may need a second person: the id of the pending request, or null if it is done. */
export const doneOrWaiting = z.object({ waiting: z.uuid().nullable() });
