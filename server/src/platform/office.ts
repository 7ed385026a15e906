import assert from 'node:assert/strict';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import type { ErrorName } from '@glasshouse/protocol/errors';
import type { doneOrWaiting, OperatorEndpoint } from '@glasshouse/protocol/office/call';
import { sql } from 'kysely';
import { z } from 'zod';
import { type StoredApproval, storeRequest } from './approvals.ts';
import { type Act, appendEntry } from './audit.ts';
import { inTx, step, type Tx } from './db.ts';
import { type Caller, type Operator, type Route, route } from './http.ts';
import { newId } from './ids.ts';
import { err, ok, type Result } from './result.ts';
import { type Rate, takeTurn } from './throttle.ts';

/** What a decision of an operator gets. `record` says for the log what was done. */
export type OperatorCall = Omit<Caller, 'user'> & { tx: Tx; operator: Operator; record: (act: Act) => void };
type DecideAs<E extends OperatorEndpoint, C> = (call: C, input: Input<E>) => Promise<Result<Output<E>, Refusal<E>>>;

/**
 * As `serve`, for operators: what was done is in the log when it is done, in the same transaction. A call that leaves no entry
 * cannot write at all, and one that should leave an entry and does not is a bug: nothing of it stays.
 */
export const serveOperator = <E extends OperatorEndpoint>(
  endpoint: E,
  decide: DecideAs<E, OperatorCall>,
  tries?: Rate,
): Route =>
  route<OperatorEndpoint>(endpoint, async ({ db, operator, user: _, ...caller }, input) => {
    const { now } = caller;
    // Where something can be guessed, tries are counted although they are refused.
    if (tries && !(await step(db, (tx) => takeTurn(tx, now, `${endpoint.path}:${operator!.id}`, tries))))
      return err('too_many_requests');
    return inTx(db, (tx) => {
      const actor = { at: now, action: endpoint.path, operator: operator! };
      return logged(tx, endpoint, actor, (record) =>
        decide({ ...caller, tx, operator: operator!, record }, input as Input<E>),
      );
    });
  });

type Actor = Parameters<typeof appendEntry>[1];

async function logged<T, X>(
  tx: Tx,
  { path, leaves }: OperatorEndpoint,
  actor: Actor,
  act: (record: (act: Act) => void) => Promise<Result<T, X>>,
): Promise<Result<T, X>> {
  if (leaves === 'nothing') await sql`set transaction read only`.execute(tx);
  const acts: Act[] = [];
  const result = await act((done) => acts.push(done));
  if (!result.ok) return result;
  assert.equal(acts.length > 0, leaves === 'entry', `${path} must leave ${leaves}`);
  for (const done of acts) await appendEntry(tx, actor, done);
  return result;
}

type Asked = { subject: string; reason: string; alone?: boolean };
/** An action that a second person must approve: how to ask for it, and how to do it once approved. */
type TwoPeople<E extends OperatorEndpoint> = {
  /** Looks whether it could be done now, and says what it is about; `alone` below the threshold from which two people are needed. */
  ask: (tx: Tx, input: Input<E>) => Promise<Result<Asked, Refusal<E>>>;
  /** Does it. `approval` is the request that somebody else approved; there is none where one person is enough. */
  decide: (
    call: Pick<OperatorCall, 'tx' | 'now' | 'record'> & { approval: string | undefined },
    input: Input<E>,
  ) => Promise<Result<unknown, Refusal<E>>>;
};
/** A route whose call waits for a second person; `run` does it once that person agrees. */
export type ApprovedRoute = Route & {
  endpoint: OperatorEndpoint;
  run: (tx: Tx, now: Date, approval: StoredApproval, decider: Operator) => Promise<Result<unknown, ErrorName>>;
};

/** Serves a call by keeping it until a different operator with the same permission decides. */
export const serveForApproval = <E extends OperatorEndpoint<z.ZodType, typeof doneOrWaiting>>(
  endpoint: E,
  { ask, decide }: TwoPeople<E>,
): ApprovedRoute => ({
  ...serveOperator<OperatorEndpoint<z.ZodType, typeof doneOrWaiting>>(
    endpoint,
    async ({ tx, now, operator, record }, input) => {
      const asked = await ask(tx, input as Input<E>);
      if (!asked.ok) return asked;
      const { subject, reason, alone = false } = asked.value;
      if (alone) {
        const done = await decide({ tx, now, record, approval: undefined }, input as Input<E>);
        return done.ok ? ok({ waiting: null }) : done;
      }
      // Kept as it came over the wire, so that it is read again by the same schema when it is done.
      const wire = z.encode(endpoint.input, input as never) as Record<string, unknown>;
      const request = { id: newId(), action: endpoint.path, subject, input: wire, reason };
      await storeRequest(tx, now, operator, request);
      record({ subject, after: { waiting: request.id, ...wire }, reason });
      return ok({ waiting: request.id });
    },
  ),
  endpoint,
  run: (tx, now, approval, decider) => {
    const actor = { at: now, action: endpoint.path, operator: approval.askedBy, second: decider };
    const input = z.decode(endpoint.input, approval.input as never) as Input<E>;
    return logged(tx, endpoint, actor, (record) => decide({ tx, now, record, approval: approval.id }, input));
  },
});
