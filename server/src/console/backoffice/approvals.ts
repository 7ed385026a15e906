import {
  type Approval,
  type decideApproval,
  type listApprovals,
  type SeenPerson,
  settlingHours,
} from '@glasshouse/protocol/backoffice/approvals';
import type { Input } from '@glasshouse/protocol/endpoint';
import { mayDo, rolesWith } from '@glasshouse/protocol/operators/permissions';
import type { Selectable } from 'kysely';
import { peopleNamed } from '#people/people/people.ts';
import { closeRequest, lockRequest, waitingBeside, waitingRequests } from '#platform/console/approvals.ts';
import type { ApprovedRoute, OperatorCall } from '#platform/console/office.ts';
import type { Approval as Row } from '#platform/database/schema.ts';
import type { Operator } from '#platform/http/http.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';
import { isStillPermitted } from '#staff/operators/operators.ts';
import { requests } from './sql.ts';

/** The refusals that the second person gets to see, because they can act on them. */
const passedOn = [
  'insufficient_balance',
  'correction_too_large',
  'day_not_stuck',
  'change_announced',
  'changed_today',
  'step_too_large',
] as const;

/** Requests that wait for a second person, and their decision. `routes` are the calls that can wait. */
export function approvalsOf(routes: readonly ApprovedRoute[]) {
  const routeOf = (action: string) => routes.find((route) => route.endpoint.path === action);
  const secondOf = ({ endpoint }: ApprovedRoute) => endpoint.second ?? endpoint.permission;
  const settledAt = ({ enrolledAt }: Operator) => plus(enrolledAt, minutes(60 * settlingHours));
  /** Why this operator cannot be the second person; undefined if they can. */
  const barred = (row: Selectable<Row>, route: ApprovedRoute, operator: Operator, now: Date) => {
    if (row.asked_by === operator.id) return 'own_request';
    if (!mayDo(operator.role, secondOf(route))) return 'not_permitted';
    if (row.subject === `operator:${operator.id}`) return 'own_case';
    return settledAt(operator) > now ? 'too_new' : undefined;
  };

  const shown = (row: Selectable<Row>, now: Date, operator: Operator, people: readonly SeenPerson[]): Approval => {
    const state = (row.decision as 'approved' | 'refused' | null) ?? (row.expires_at <= now ? 'expired' : 'waiting');
    const route = routeOf(row.action);
    const why = route && state === 'waiting' ? barred(row, route, operator, now) : 'approval_ended';
    const may = mayDo(operator.role, 'approvals.decide');
    return {
      id: row.id,
      action: row.action,
      subject: row.subject,
      person: people.find(({ number }) => row.subject === `user:${number}`) ?? null,
      input: row.input as Approval['input'],
      before: row.before as Approval['before'],
      after: row.after as Approval['after'],
      reason: row.reason,
      askedBy: { id: row.asked_by, name: row.asked_by_name },
      askedAt: row.asked_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      state,
      decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decided_by_name! },
      decidedAt: row.decided_at?.toISOString() ?? null,
      answer: row.answer,
      deciders: route ? rolesWith(secondOf(route)) : [],
      mayDecide: may && why === undefined,
      mayDecideFrom: may && why === 'too_new' ? settledAt(operator).toISOString() : null,
    };
  };

  return {
    async list({ tx, now, operator }: OperatorCall, { state, before, limit }: Input<typeof listApprovals>) {
      const { rows, next } = pageOf(await requests(tx, now, state, before, limit + 1), limit, ({ id }) => id);
      const subjects = mayDo(operator.role, 'users.read') ? rows.map(({ subject }) => subject) : [];
      const people = await peopleNamed(tx, subjects);
      const { waiting } = await waitingRequests(tx, now);
      const beside = await waitingBeside(tx, now, operator.id);
      return { list: rows.map((row) => shown(row, now, operator, people)), waiting, ...beside, next };
    },

    async decide({ tx, now, operator, record }: OperatorCall, { id, decision, reason }: Input<typeof decideApproval>) {
      const row = await lockRequest(tx, id);
      const route = row && routeOf(row.action);
      if (!row || !route) return err('not_found');
      const why = barred(row, route, operator, now);
      if (why) return err(why);
      if (row.decision !== null || row.expires_at <= now) return err('approval_ended');
      const approved = decision === 'approve';
      // The operator who asked must still have the permission.
      if (approved && !(await isStillPermitted(tx, row.asked_by, route.endpoint.permission)))
        return err('approval_ended');
      await closeRequest(tx, now, id, operator, { decision: approved ? 'approved' : 'refused', answer: reason });
      record({ subject: row.subject, before: { waiting: id }, after: { approval: id, decision }, reason });
      if (!approved) return ok({ takesEffectAt: null });
      const askedBy = { id: row.asked_by, name: row.asked_by_name };
      const done = await route.run(
        tx,
        now,
        { id, action: row.action, input: row.input, askedBy, before: row.before },
        operator,
      );
      if (done.ok) return ok({ takesEffectAt: done.value.takesEffectAt ?? null });
      if (done.error === 'version_changed') return err('request_outdated');
      return err(passedOn.find((reason) => reason === done.error) ?? 'action_refused');
    },
  };
}
