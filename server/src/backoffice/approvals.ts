import type { Input } from '@glasshouse/protocol/endpoint';
import type { Approval, decideApproval, listApprovals } from '@glasshouse/protocol/office/approvals';
import { mayDo } from '@glasshouse/protocol/office/permissions';
import type { Selectable } from 'kysely';
import { stillMay } from '../operators/operators.ts';
import { closeRequest, holdRequest } from '../platform/approvals.ts';
import type { Operator } from '../platform/http.ts';
import type { ApprovedRoute, OperatorCall } from '../platform/office.ts';
import { err, ok } from '../platform/result.ts';
import type { Approval as Row } from '../platform/schema.ts';
import { requests } from './sql.ts';

/** What waits for a second person, and their decision. `routes` are the calls that can wait. */
export function approvalsOf(routes: readonly ApprovedRoute[]) {
  const routeOf = (action: string) => routes.find((route) => route.endpoint.path === action);
  const mayDecide = (row: Selectable<Row>, operator: Operator) => {
    const route = routeOf(row.action);
    return row.asked_by !== operator.id && route !== undefined && mayDo(operator.role, route.endpoint.permission);
  };

  const shown = (row: Selectable<Row>, now: Date, operator: Operator): Approval => {
    const state = (row.decision as 'approved' | 'refused' | null) ?? (row.expires_at <= now ? 'expired' : 'waiting');
    return {
      id: row.id,
      action: row.action,
      subject: row.subject,
      input: row.input as Approval['input'],
      reason: row.reason,
      askedBy: { id: row.asked_by, name: row.asked_by_name },
      askedAt: row.asked_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      state,
      decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decided_by_name! },
      decidedAt: row.decided_at?.toISOString() ?? null,
      answer: row.answer,
      mayDecide: state === 'waiting' && mayDecide(row, operator) && mayDo(operator.role, 'approvals.decide'),
    };
  };

  return {
    async list({ tx, now, operator }: OperatorCall, { state, before, limit }: Input<typeof listApprovals>) {
      const rows = await requests(tx, now, state, before, limit + 1);
      const list = rows.slice(0, limit).map((row) => shown(row, now, operator));
      return { list, next: rows.length > limit ? list.at(-1)!.id : null };
    },

    async decide({ tx, now, operator, record }: OperatorCall, { id, decision, reason }: Input<typeof decideApproval>) {
      const row = await holdRequest(tx, id);
      const route = row && routeOf(row.action);
      if (!row || !route) return err('not_found');
      if (row.asked_by === operator.id) return err('own_request');
      if (!mayDecide(row, operator)) return err('not_permitted');
      if (row.decision !== null || row.expires_at <= now) return err('approval_ended');
      const approved = decision === 'approve';
      // Whoever asked must be somebody who still may.
      if (approved && !(await stillMay(tx, row.asked_by, route.endpoint.permission))) return err('approval_ended');
      await closeRequest(tx, now, id, operator, { decision: approved ? 'approved' : 'refused', answer: reason });
      record({ subject: row.subject, before: { waiting: id }, after: { approval: id, decision }, reason });
      if (!approved) return ok({});
      const askedBy = { id: row.asked_by, name: row.asked_by_name };
      const done = await route.run(tx, now, { id, action: row.action, input: row.input, askedBy }, operator);
      if (done.ok) return ok({});
      return done.error === 'insufficient_balance' ? err(done.error) : err('action_refused');
    },
  };
}
