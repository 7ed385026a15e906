import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { mayDo, rolesWith } from '@glasshouse/protocol/operators/permissions';
import type * as protocol from '@glasshouse/protocol/review/office';
import { newestEntries } from '../platform/audit.ts';
import type { Operator } from '../platform/http.ts';
import type { OperatorCall } from '../platform/office.ts';
import { pageOf } from '../platform/page-of.ts';
import { err, ok } from '../platform/result.ts';
import { type Case, caseToSee, isOwn, kindNamed, type ReviewKind, sees } from './kinds.ts';
import { queuesOf } from './review.ts';
import { casesIn } from './sql.ts';

const mostTrail = 50;

const colleague = (id: string, name: string) => ({ id, name });
const shown = (row: Case, now: Date, operator: Operator): protocol.ReviewCase => ({
  id: row.id,
  kind: row.kind,
  number: String(row.number),
  title: row.title,
  tryNumber: row.try_number,
  submittedAt: row.submitted_at.toISOString(),
  claim:
    row.claimed_by && row.claimed_until! > now && !row.decision
      ? {
          by: colleague(row.claimed_by, row.claimed_by_name!),
          until: row.claimed_until!.toISOString(),
          mine: row.claimed_by === operator.id,
        }
      : null,
  decided: row.decision
    ? {
        decision: row.decision as 'approve' | 'reject' | 'cancelled',
        by: row.decided_by === null ? null : colleague(row.decided_by, row.decided_by_name!),
        at: row.decided_at!.toISOString(),
        reason: row.reason,
      }
    : null,
});

/** What operators see of the queues. */
export const lookAt = (kinds: readonly ReviewKind[]) => ({
  async listKinds({ tx, operator }: OperatorCall): Promise<Output<typeof protocol.listReviewKinds>> {
    const queues = await queuesOf(kinds.filter((kind) => sees(operator, kind)))(tx);
    const list = queues.map((queue) => {
      const { checks, permission } = kindNamed(kinds, queue.kind)!;
      return { ...queue, checks: [...checks], mayDecide: mayDo(operator.role, permission) };
    });
    return { list };
  },

  async listCases(
    { tx, now, operator }: OperatorCall,
    { kind: name, state, after, limit }: Input<typeof protocol.listReviewCases>,
  ) {
    const kind = kindNamed(kinds, name);
    if (!kind) return err('not_found');
    if (!sees(operator, kind)) return err('not_permitted');
    const { rows, next } = pageOf(await casesIn(tx, name, state, after, limit + 1), limit, ({ id }) => id);
    return ok({ list: rows.map((row) => shown(row, now, operator)), next });
  },

  async showCase(call: OperatorCall, { id }: Input<typeof protocol.showReviewCase>) {
    const found = await caseToSee(kinds, call, id);
    if (!found.ok) return found;
    const { row, kind } = found.value;
    return ok({
      case: shown(row, call.now, call.operator),
      fields: await kind.fields(call.tx, row),
      documents: (await kind.documents?.(call.tx, row)) ?? [],
      checks: [...kind.checks],
      own: !row.decision && (await isOwn(call.tx, kind, row, call.operator)),
      deciders: rolesWith(kind.permission),
      trail: await newestEntries(call.tx, { subject: `case:${id}` }, mostTrail),
    });
  },
});
