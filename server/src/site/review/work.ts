import type { Input } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/review/office';
import { claimMinutes } from '@glasshouse/protocol/review/office';
import { cannedFor, writeReason } from '@glasshouse/protocol/review/reasons';
import type { OperatorCall } from '#platform/console/office.ts';
import { err, ok } from '#platform/http/result.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';
import { type Case, caseToWorkOn, type ReviewKind } from './kinds.ts';
import { setClaim, setDecision } from './sql.ts';
import { agreementOn, firstOf } from './two-people.ts';

const holds = (row: Case, { operator, now }: OperatorCall) =>
  row.claimed_by === operator.id && row.claimed_until! > now;

/** The acts of operators on a case, from claiming it to deciding it. */
export const workOn = (kinds: readonly ReviewKind[]) => ({
  async claim(call: OperatorCall, { id }: Input<typeof protocol.claimReviewCase>) {
    const { tx, now, operator, record } = call;
    const found = await caseToWorkOn(kinds, call, id);
    if (!found.ok) return found;
    const { decision, claimed_by, claimed_until } = found.value.row;
    if (decision) return err('case_decided');
    if (claimed_by && claimed_by !== operator.id && claimed_until! > now) return err('claimed');
    const until = plus(now, minutes(claimMinutes));
    await setClaim(tx, id, { by: operator, until });
    record({ subject: `case:${id}`, after: { claimedUntil: until.toISOString() } });
    return ok({ until: until.toISOString() });
  },

  async release(call: OperatorCall, { id }: Input<typeof protocol.releaseReviewCase>) {
    const found = await caseToWorkOn(kinds, call, id);
    if (!found.ok) return found;
    if (!holds(found.value.row, call) || found.value.row.decision) return err('claim_lost');
    await setClaim(call.tx, id, undefined);
    call.record({ subject: `case:${id}`, after: { claimedUntil: null } });
    return ok({});
  },

  async readDocument(call: OperatorCall, { id, name }: Input<typeof protocol.readReviewDocument>) {
    const found = await caseToWorkOn(kinds, call, id);
    if (!found.ok) return found;
    const { row, kind } = found.value;
    // The decision ends the claim, and with it the reason to open documents.
    if (row.decision || !holds(row, call)) return err('claim_lost');
    const document = await kind.readDocument?.(call, row, name);
    if (!document) return err('not_found');
    call.record({ subject: `case:${id}`, after: { read: name } });
    return ok({ mime: document.mime, base64: document.bytes.toString('base64') });
  },

  async decide(call: OperatorCall, { id, decision, checks, ...why }: Input<typeof protocol.decideReviewCase>) {
    const { tx, now, operator, record } = call;
    const found = await caseToWorkOn(kinds, call, id);
    if (!found.ok) return found;
    const { row, kind } = found.value;
    if (row.decision) return err('case_decided');
    if (!holds(row, call)) return err('claim_lost');
    if (decision === 'approve' && !kind.checks.every((check) => checks.includes(check))) return err('checks_missing');
    const canned = cannedFor(kind.kind).find((each) => each === why.canned) ?? null;
    if (why.canned !== undefined && (canned === null || decision === 'approve')) return err('bad_input');
    const reason = writeReason(canned, why.reason);
    const refused = await kind.before?.(call, row, { decision, reason });
    if (refused?.ok === false) return refused;
    const { isNeeded, barred } = agreementOn(row, kind, await kind.twoPeople?.above(tx, now), call);
    if (decision === 'approve' && barred) return err(barred);
    if (decision === 'approve' && isNeeded && row.first_by === null) {
      await kind.twoPeople!.setFirst(tx, id, firstOf(operator, now));
      await setClaim(tx, id, undefined);
      record({ subject: `case:${id}`, after: { agreed: 'first', checks }, reason });
      return ok({ waiting: true });
    }
    await setDecision(tx, now, id, operator, { decision, reason });
    // Leaves out text written by users: the log is kept permanently, and their texts may have to be erased.
    const before = { submittedAt: row.submitted_at.toISOString(), tryNumber: row.try_number };
    record({ subject: `case:${id}`, before, after: { decision, checks }, reason });
    await kind.decide(call, row, { decision, reason });
    return ok({ waiting: false });
  },
});
