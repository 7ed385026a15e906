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

/** The arguments of an operator's decision. `record` adds the action to the log. */
export type OperatorCall = Omit<Caller, 'user'> & { tx: Tx; operator: Operator; record: (act: Act) => void };
type DecideAs<E extends OperatorEndpoint, C> = (call: C, input: Input<E>) => Promise<Result<Output<E>, Refusal<E>>>;

/**
 * Like `serve`, for operators: the action is logged in the same transaction. A call that leaves no entry can't write at
 * all. A call that should leave an entry and doesn't is a bug, and is rolled back.
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
 * Shows data of the user with a number. It is read in a read-only transaction, and shown once the log records who
 * looked: one entry per operator and user in ten minutes, so that the log stays readable.
 */
export const serveLook = <E extends LookEndpoint>(
  endpoint: E,
  look: DecideAs<E, Pick<OperatorCall, 'tx' | 'now'>>,
): Route => serveLookInSteps(endpoint, ({ step: reading, now }, input) => reading((tx) => look({ tx, now }, input)));

/** Like `serveLook`, if preparing the answer takes longer than a connection may be held. */
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

/** A call that only reads and is logged each time, before anything is shown. */
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

/** An approval request: its subject, its reason and, where the input itself doesn't show it, what would change. */
type ApprovalRequest = { subject: string; reason: string; alone?: boolean; before?: unknown; after?: unknown };
/**
 * The arguments for doing it: the requester and, if approval was needed, the second person's consent with the state
 * they saw.
 */
export type ApprovedAct = Pick<OperatorCall, 'tx' | 'now' | 'record'> & {
  askedBy: Colleague;
  approval: { id: string; by: Colleague; before: unknown } | undefined;
};
/** The result; an announced change says when it takes effect. */
type Done = { takesEffectAt?: string };
/** An action that a second person must approve: how to request it, and how to do it once approved. */
type TwoPeople<E extends OperatorEndpoint> = {
  /** Checks whether it could be done now, and returns its subject; `alone` if one person is enough. */
  ask: (
    call: Pick<OperatorCall, 'tx' | 'now' | 'operator'>,
    input: Input<E>,
  ) => Promise<Result<ApprovalRequest, Refusal<E>>>;
  /** Does it. */
  decide: (call: ApprovedAct, input: Input<E>) => Promise<Result<Done, Refusal<E>>>;
};
/** A route whose call waits for a second person; `run` does it once that person approves. */
export type ApprovedRoute = Route & {
  endpoint: OperatorEndpoint;
  run: (tx: Tx, now: Date, approval: StoredApproval, decider: Operator) => Promise<Result<Done, ErrorName>>;
};

/** Serves a call by storing it until another operator decides, who must hold `second` or the same permission. */
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
      // Stored as it was received, so that the same schema parses it again when it is done.
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
    // A request made in the previous release may lack fields that are required now.
    const input = z.safeDecode(endpoint.input, approval.input as never);
    if (!input.success) return Promise.resolve(err('bad_input'));
    const { id, askedBy, before } = approval;
    return logged(tx, endpoint, actor, (record) =>
      decide({ tx, now, record, askedBy, approval: { id, by: decider, before } }, input.data as Input<E>),
    );
  },
});
