import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { mayDo, type OperatorRole, type Permission } from '@glasshouse/protocol/office/permissions';
import type * as protocol from '@glasshouse/protocol/office/review';
import { claimMinutes, type ReviewCase } from '@glasshouse/protocol/office/review';
import type { Selectable } from 'kysely';
import { newestEntries } from '../platform/audit.ts';
import { minutes, plus } from '../platform/clock.ts';
import { type Tx, violates } from '../platform/db.ts';
import type { Operator } from '../platform/http.ts';
import type { OperatorCall } from '../platform/office.ts';
import { err, ok, type Result } from '../platform/result.ts';
import type { ReviewCase as Row } from '../platform/schema.ts';
import * as table from './sql.ts';

export { casesOf } from './sql.ts';

type Case = Selectable<Row>;
type Decision = { decision: 'approve' | 'reject'; reason: string | null };
/** What a domain brings to have its own queue. The queue, claims, checks, trail and log are the same for all. */
export type ReviewKind = {
  kind: string;
  /** Who may work on it. */
  permission: Permission;
  /** What a person must have looked at before approving; the console has the words. */
  checks: readonly string[];
  fields: (tx: Tx, found: Case) => Promise<{ name: string; value: string }[]>;
  documents?: (tx: Tx, found: Case) => Promise<{ name: string; mime: string }[]>;
  readDocument?: (tx: Tx, found: Case, name: string) => Promise<{ mime: string; bytes: Buffer } | undefined>;
  /** Does what follows from the decision, in the same transaction. */
  decide: (call: Pick<OperatorCall, 'tx' | 'now' | 'record'>, found: Case, decision: Decision) => Promise<void>;
};

type NewCase = { id: string; kind: string; person: string; number: bigint; title: string };
/** Puts something into its queue; a person has one open case of a kind. */
export async function openCase(tx: Tx, now: Date, submitted: NewCase): Promise<Result<{ id: string }, 'open_already'>> {
  const tries = await table.countCases(tx, submitted.person, submitted.kind);
  try {
    await table.insertCase(tx, { ...submitted, try_number: tries + 1, submitted_at: now });
  } catch (error) {
    if (violates(error, 'review_one_at_a_time')) return err('open_already');
    throw error;
  }
  return ok({ id: submitted.id });
}

const colleague = (id: string, name: string) => ({ id, name });
const shown = (row: Case, now: Date, operator: Operator): ReviewCase => ({
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
        decision: row.decision as Decision['decision'],
        by: colleague(row.decided_by!, row.decided_by_name!),
        at: row.decided_at!.toISOString(),
        reason: row.reason,
      }
    : null,
});

/** A queue is seen by those who work on it, and by whoever may read everything. */
const seesAll = (role: OperatorRole) => mayDo(role, 'audit.read');
const sees = ({ role }: Operator, kind: ReviewKind) => mayDo(role, kind.permission) || seesAll(role);

/** The queues of a site, as the roles put them together. */
export function reviewOf(kinds: readonly ReviewKind[]) {
  const named = (name: string) => kinds.find(({ kind }) => kind === name);

  async function found(tx: Tx, operator: Operator, id: string, work: boolean) {
    const row = await (work ? table.holdCase(tx, id) : table.caseById(tx, id));
    const kind = row && named(row.kind);
    if (!row || !kind) return err('not_found');
    const may = work ? mayDo(operator.role, kind.permission) : sees(operator, kind);
    return may ? ok({ row, kind }) : err('not_permitted');
  }
  const holds = (row: Case, { operator, now }: OperatorCall) =>
    row.claimed_by === operator.id && row.claimed_until! > now;

  return {
    async listKinds({ tx, operator }: OperatorCall): Promise<Output<typeof protocol.listReviewKinds>> {
      const waiting = await table.waitingByKind(tx);
      const own = kinds.filter((kind) => sees(operator, kind));
      return {
        list: own.map(({ kind, checks, permission }) => {
          const state = waiting.find((one) => one.kind === kind);
          return {
            kind,
            waiting: Number(state?.waiting ?? 0n),
            oldestAt: state?.oldest.toISOString() ?? null,
            checks: [...checks],
            mayDecide: mayDo(operator.role, permission),
          };
        }),
      };
    },

    async listCases({ tx, now, operator }: OperatorCall, input: Input<typeof protocol.listReviewCases>) {
      const kind = named(input.kind);
      if (!kind) return err('not_found');
      if (!sees(operator, kind)) return err('not_permitted');
      const rows = await table.casesIn(tx, input.kind, input.state, input.after, input.limit + 1);
      const list = rows.slice(0, input.limit).map((row) => shown(row, now, operator));
      return ok({ list, next: rows.length > input.limit ? list.at(-1)!.id : null });
    },

    async showCase({ tx, now, operator }: OperatorCall, { id }: Input<typeof protocol.showReviewCase>) {
      const case_ = await found(tx, operator, id, false);
      if (!case_.ok) return case_;
      const { row, kind } = case_.value;
      return ok({
        case: shown(row, now, operator),
        fields: await kind.fields(tx, row),
        documents: (await kind.documents?.(tx, row)) ?? [],
        checks: [...kind.checks],
        trail: await newestEntries(tx, { subject: `case:${id}` }, 50),
      });
    },

    async readDocument(call: OperatorCall, { id, name }: Input<typeof protocol.readReviewDocument>) {
      const case_ = await found(call.tx, call.operator, id, true);
      if (!case_.ok) return case_;
      if (!holds(case_.value.row, call)) return err('claim_lost');
      const document = await case_.value.kind.readDocument?.(call.tx, case_.value.row, name);
      if (!document) return err('not_found');
      call.record({ subject: `case:${id}`, after: { read: name } });
      return ok({ mime: document.mime, base64: document.bytes.toString('base64') });
    },

    async claim(call: OperatorCall, { id }: Input<typeof protocol.claimReviewCase>) {
      const { tx, now, operator, record } = call;
      const case_ = await found(tx, operator, id, true);
      if (!case_.ok) return case_;
      const { row } = case_.value;
      if (row.decision) return err('case_decided');
      if (row.claimed_by && row.claimed_by !== operator.id && row.claimed_until! > now) return err('claimed');
      const until = plus(now, minutes(claimMinutes));
      await table.setClaim(tx, id, { by: operator, until });
      record({ subject: `case:${id}`, after: { claimedUntil: until.toISOString() } });
      return ok({ until: until.toISOString() });
    },

    async release(call: OperatorCall, { id }: Input<typeof protocol.releaseReviewCase>) {
      const case_ = await found(call.tx, call.operator, id, true);
      if (!case_.ok) return case_;
      if (!holds(case_.value.row, call) || case_.value.row.decision) return err('claim_lost');
      await table.setClaim(call.tx, id, undefined);
      call.record({ subject: `case:${id}`, after: { claimedUntil: null } });
      return ok({});
    },

    async decide(call: OperatorCall, input: Input<typeof protocol.decideReviewCase>) {
      const { tx, now, operator, record } = call;
      const { id, decision, checks, reason } = input;
      const case_ = await found(tx, operator, id, true);
      if (!case_.ok) return case_;
      const { row, kind } = case_.value;
      if (row.decision) return err('case_decided');
      if (!holds(row, call)) return err('claim_lost');
      if (decision === 'approve' && !kind.checks.every((check) => checks.includes(check))) return err('checks_missing');
      await table.setDecision(tx, now, id, operator, { decision, reason });
      record({ subject: `case:${id}`, before: { submitted: row.title }, after: { decision, checks }, reason });
      await kind.decide(call, row, { decision, reason });
      return ok({});
    },

    /** How many wait in each queue and since when, for the dashboard. */
    async queues(tx: Tx) {
      const waiting = await table.waitingByKind(tx);
      return kinds.map(({ kind }) => {
        const state = waiting.find((one) => one.kind === kind);
        return { kind, waiting: Number(state?.waiting ?? 0n), oldestAt: state?.oldest.toISOString() ?? null };
      });
    },
  };
}
