import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { isLocale } from '@glasshouse/protocol/locales';
import { parseUnits } from '@glasshouse/protocol/money';
import { mayDo, rolesWith } from '@glasshouse/protocol/operators/permissions';
import type * as protocol from '@glasshouse/protocol/review/office';
import { countMax } from '@glasshouse/protocol/review/office';
import { newestEntries } from '#platform/console/audit.ts';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Operator } from '#platform/http/http.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { type Case, caseToSee, isOwn, kindNamed, type ReviewKind, sees } from './kinds.ts';
import { queuesFor } from './review.ts';
import { casesIn, countIn } from './sql.ts';
import { type Agreement, agreementOn, missingSecondPerson } from './two-people.ts';

const maxTrail = 50;

const colleague = (id: string, name: string) => ({ id, name });
const agreedBy = (first: string | null, { id }: Operator) => first && (first === id ? 'you' : 'colleague');
/** A case as one operator sees it. */
const shown = (
  row: Case,
  now: Date,
  operator: Operator,
  { isNeeded, barred, approvesFrom }: Agreement,
): protocol.ReviewCase => ({
  id: row.id,
  kind: row.kind,
  number: String(row.number),
  username: row.username,
  title: row.title,
  tryNumber: row.try_number,
  submittedAt: row.submitted_at.toISOString(),
  twoPeople: row.first_by !== null || isNeeded,
  ...{ barred, approvesFrom },
  agreed: agreedBy(row.first_by, operator) as protocol.ReviewCase['agreed'],
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

/** The queues as operators see them. */
export const lookAt = (kinds: readonly ReviewKind[]) => ({
  async listKinds({ tx, operator }: OperatorCall): Promise<Output<typeof protocol.listReviewKinds>> {
    const queues = await queuesFor(
      tx,
      kinds.filter((kind) => sees(operator, kind)),
      operator.id,
    );
    const list = queues.map((queue) => {
      const { checks, permission } = kindNamed(kinds, queue.kind)!;
      return { ...queue, checks: [...checks], mayDecide: mayDo(operator.role, permission) };
    });
    return { list };
  },

  async listCases(
    { tx, now, operator }: OperatorCall,
    { kind: name, after, limit, amountMin, only, ...order }: Input<typeof protocol.listReviewCases>,
  ) {
    const kind = kindNamed(kinds, name);
    if (!kind) return err('not_found');
    if (!sees(operator, kind)) return err('not_permitted');
    const units = order.state === 'waiting' && amountMin !== undefined ? parseUnits(amountMin, 'USDT') : undefined;
    const above = await kind.twoPeople?.above(tx, now);
    const filter = { kind: name, ...order, only, above, amountMin: units };
    const who = { operator: operator.id, now };
    const found = await casesIn(tx, filter, who, after, limit + 1);
    const { rows, next } = pageOf(found, limit, ({ place, id }) => ({ at: String(place), id }));
    const count = await countIn(tx, filter, who, countMax);
    return ok({
      list: rows.map((row) => shown(row, now, operator, agreementOn(row, kind, above, { operator, now }))),
      count,
      next,
    });
  },

  async showCase(call: OperatorCall, { id }: Input<typeof protocol.showReviewCase>) {
    const found = await caseToSee(kinds, call, id);
    if (!found.ok) return found;
    const { row, kind } = found.value;
    const { tx, now, operator } = call;
    const agreement = agreementOn(row, kind, await kind.twoPeople?.above(tx, now), call);
    return ok({
      language: isLocale(row.language) ? row.language : null,
      case: shown(row, now, operator, agreement),
      fields: await kind.fields(tx, row),
      documents: (await kind.documents?.(tx, row)) ?? [],
      checks: [...kind.checks],
      own: !row.decision && (await isOwn(tx, kind, row, operator)),
      stopped: !row.decision && ((await kind.isStopped?.(tx, row)) ?? false),
      lacksSecond: await missingSecondPerson(tx, row, kind, agreement, call),
      deciders: rolesWith(kind.permission),
      trail: await newestEntries(tx, { subjects: [`case:${id}`] }, maxTrail),
    });
  },
});
