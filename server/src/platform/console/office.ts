import assert from 'node:assert/strict';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import type { ErrorName } from '@glasshouse/protocol/errors';
import type { doneOrWaiting, OperatorEndpoint } from '@glasshouse/protocol/operators/call';
import { sql } from 'kysely';
import { z } from 'zod';
import { inTx, step, type Tx } from '../database/db.ts';
import { newId } from '../database/ids.ts';
import { type Caller, type Operator, type Route, route, type Steps } from '../http/http.ts';
import { err, ok, type Result } from '../http/result.ts';
import { type Colleague, type StoredApproval, storeRequest } from './approvals.ts';
import { type Act, appendEntry, recordLook } from './audit.ts';

/** What a decision of an operator gets. `record` says for the log what was done. */
export type OperatorCall = Omit<Caller, 'user'> & { tx: Tx; operator: Operator; record: (act: Act) => void };
type DecideAs<E extends OperatorEndpoint, C> = (call: C, input: Input<E>) => Promise<Result<Output<E>, Refusal<E>>>;

/**
 * As `serve`, for operators: what is done is logged in the same transaction. A call that leaves no entry cannot write at all. One that
 * should leave an entry and does not is a bug, and is rolled back.
 */
export const serveOperator = <E extends OperatorEndpoint>(endpoint: E, decide: DecideAs<E, OperatorCall>): Route =>
  route<OperatorEndpoint>(endpoint, ({ db, operator, user: _, ...caller }, input) =>
    inTx(db, (tx) => {
      const actor = { at: caller.now, action: endpoint.path, operator: operator! };
      return logged(tx, endpoint, actor, (record) =>
        decide({ ...caller, tx, operator: operator!, record }, input as Input<E>),
      );
    }),
  );

type Actor = Parameters<typeof appendEntry>[1];

async function logged<T, X>(
  tx: Tx,
  { path, leaves }: OperatorEndpoint,
  actor: Actor,
  act: (record: (act: Act) => void) => Promise<Result<T, X>>,
): Promise<Result<T, X>> {
  if (leaves !== 'entry') await sql`set transaction read only`.execute(tx);
  const acts: Act[] = [];
  const result = await act((done) => acts.push(done));
  if (!result.ok) return result;
  assert.equal(acts.length > 0, leaves === 'entry', `${path} must leave ${leaves}`);
  for (const done of acts) await appendEntry(tx, actor, done);
  return result;
}

type LookEndpoint = OperatorEndpoint<z.ZodType<{ number: string }>>;

/**
 * A look at what belongs to the user of a number. It is read where nothing can be written, and shown once the log says who looked: one
 * entry per operator and user for ten minutes, so that the log stays readable.
 */
export const serveLook = <E extends LookEndpoint>(
  endpoint: E,
  look: DecideAs<E, Pick<OperatorCall, 'tx' | 'now'>>,
): Route => serveLookInSteps(endpoint, ({ step: reading, now }, input) => reading((tx) => look({ tx, now }, input)));

/** As `serveLook`, where what is shown takes longer to make than a connection may be held. */
export const serveLookInSteps = <E extends LookEndpoint>(
  endpoint: E,
  look: DecideAs<E, Pick<OperatorCall, 'now'> & Pick<Steps, 'step'>>,
): Route =>
  route<OperatorEndpoint>(endpoint, async ({ db, operator, now }, input) => {
    assert.equal(endpoint.leaves, 'look', `${endpoint.path} must leave ${endpoint.leaves}`);
    const reading: Steps['step'] = (work) =>
      step(db, async (tx) => {
        await sql`set transaction read only`.execute(tx);
        return work(tx);
      });
    const seen = await look({ step: reading, now }, input as Input<E>);
    if (seen.ok) await step(db, (tx) => recordLook(tx, now, operator!, `user:${(input as Input<E>).number}`));
    return seen;
  });

type Read<E extends OperatorEndpoint> = { shown: Output<E>; act: Act };

/** A call that only reads and is in the log each time, before anything is shown. */
export const serveRead = <E extends OperatorEndpoint>(
  endpoint: E,
  read: (call: Pick<OperatorCall, 'tx' | 'now' | 'operator' | 'locale'>, input: Input<E>) => Promise<Read<E>>,
): Route =>
  route<OperatorEndpoint>(endpoint, async ({ db, operator, now, locale }, input) => {
    assert.equal(endpoint.leaves, 'read', `${endpoint.path} must leave ${endpoint.leaves}`);
    const { shown, act } = await step(db, async (tx) => {
      await sql`set transaction read only`.execute(tx);
      return read({ tx, now, operator: operator!, locale }, input as Input<E>);
    });
    await step(db, (tx) => appendEntry(tx, { at: now, action: endpoint.path, operator: operator! }, act));
    return ok(shown);
  });

/** What is asked for: about what, why, and where the call itself does not say it, what would change. */
type ApprovalRequest = { subject: string; reason: string; alone?: boolean; before?: unknown; after?: unknown };
/** What doing it takes: the asker, and in `approval` the second person's consent and the state they were shown, where one was needed. */
export type Doing = Pick<OperatorCall, 'tx' | 'now' | 'record'> & {
  askedBy: Colleague;
  approval: { id: string; by: Colleague; before: unknown } | undefined;
};
/** What was done; a change that is announced first says when it takes effect. */
type Done = { takesEffectAt?: string };
/** An action that a second person must approve: how to ask for it, and how to do it once approved. */
type TwoPeople<E extends OperatorEndpoint> = {
  /** Looks whether it could be done now, and says what it is about; `alone` where one person is enough. */
  ask: (
    call: Pick<OperatorCall, 'tx' | 'now' | 'operator'>,
    input: Input<E>,
  ) => Promise<Result<ApprovalRequest, Refusal<E>>>;
  /** Does it. */
  decide: (call: Doing, input: Input<E>) => Promise<Result<Done, Refusal<E>>>;
};
/** A route whose call waits for a second person; `run` does it once that person agrees. */
export type ApprovedRoute = Route & {
  endpoint: OperatorEndpoint;
  run: (tx: Tx, now: Date, approval: StoredApproval, decider: Operator) => Promise<Result<Done, ErrorName>>;
};

/** Serves a call by keeping it until a different operator decides, who holds `second` or the same permission. */
export const serveForApproval = <E extends OperatorEndpoint<z.ZodType, typeof doneOrWaiting>>(
  endpoint: E,
  { ask, decide }: TwoPeople<E>,
): ApprovedRoute => ({
  ...serveOperator<OperatorEndpoint<z.ZodType, typeof doneOrWaiting>>(
    endpoint,
    async ({ tx, now, operator, record }, input) => {
      const asked = await ask({ tx, now, operator }, input as Input<E>);
      if (!asked.ok) return asked;
      const { subject, reason, alone = false, before, after } = asked.value;
      if (alone) {
        const done = await decide({ tx, now, record, askedBy: operator, approval: undefined }, input as Input<E>);
        return done.ok ? ok({ waiting: null }) : done;
      }
      // Kept as it came over the wire, so that it is read again by the same schema when it is done.
      const wire = z.encode(endpoint.input, input as never) as Record<string, unknown>;
      const request = { id: newId(), action: endpoint.path, subject, input: wire, reason, before, after };
      await storeRequest(tx, now, operator, request);
      record({ subject, after: { waiting: request.id, ...wire }, reason });
      return ok({ waiting: request.id });
    },
  ),
  endpoint,
  run: (tx, now, approval, decider) => {
    const actor = { at: now, action: endpoint.path, operator: approval.askedBy, second: decider };
    // What was asked of the release before may lack what this one wants.
    const input = z.safeDecode(endpoint.input, approval.input as never);
    if (!input.success) return Promise.resolve(err('bad_input'));
    const { id, askedBy, before } = approval;
    return logged(tx, endpoint, actor, (record) =>
      decide({ tx, now, record, askedBy, approval: { id, by: decider, before } }, input.data as Input<E>),
    );
  },
});
