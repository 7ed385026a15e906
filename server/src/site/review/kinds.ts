import { mayDo, type Permission } from '@glasshouse/protocol/operators/permissions';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Operator } from '#platform/http/http.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import * as table from './sql.ts';

export type Case = table.Case;
/** The first of two people to agree, as the tables of withdrawals and top-ups have it. */
export type First = { first_by: string; first_by_name: string; first_at: Date };
type Decision = { decision: 'approve' | 'reject'; reason: string | null };
/** What a domain brings to have its own queue. The queue, claims, checks, trail and log are the same for all. */
export type ReviewKind = {
  kind: string;
  /** Who may work on it. */
  permission: Permission;
  /** What a person must have looked at before approving; the console has the words. */
  checks: readonly string[];
  /** Above an amount in units of USDT, two people must approve; `setFirst` keeps the first of them. */
  twoPeople?: {
    above: (tx: Tx, now: Date) => Promise<bigint>;
    setFirst: (tx: Tx, id: string, first: First) => Promise<unknown>;
  };
  /** Who did what the case is about, and so cannot decide it. */
  doneBy?: (tx: Tx, found: Case) => Promise<string | null | undefined>;
  /** Whether operators stopped what the case is about, so that it cannot be decided until they release it. */
  isStopped?: (tx: Tx, found: Case) => Promise<boolean>;
  fields: (tx: Tx, found: Case) => Promise<{ name: string; value: string }[]>;
  documents?: (tx: Tx, found: Case) => Promise<{ name: string; mime: string }[]>;
  readDocument?: (
    call: Pick<OperatorCall, 'tx' | 'now'>,
    found: Case,
    name: string,
  ) => Promise<{ mime: string; bytes: Buffer } | undefined>;
  /** Refuses a decision before anything is written. */
  before?: (
    call: OperatorCall,
    found: Case,
    decision: Decision,
  ) => Promise<Result<void, 'withdrawal_moved' | 'payee_differs'>>;
  /** Does what follows from the decision, in the same transaction. */
  decide: (call: OperatorCall, found: Case, decision: Decision) => Promise<void>;
};

/** A queue is seen by those who work on it, and by whoever may read everything. */
export const sees = ({ role }: Operator, { permission }: ReviewKind): boolean =>
  mayDo(role, permission) || mayDo(role, 'audit.read');

type Kinds = readonly ReviewKind[];
export const kindNamed = (kinds: Kinds, name: string) => kinds.find(({ kind }) => kind === name);

/** A case to look at. */
export async function caseToSee(kinds: Kinds, { tx, operator }: OperatorCall, id: string) {
  const row = await table.caseById(tx, id);
  const kind = row && kindNamed(kinds, row.kind);
  if (!row || !kind) return err('not_found');
  return sees(operator, kind) ? ok({ row, kind }) : err('not_permitted');
}

/** Whether the case is about what this operator did, or they are the first of two people who approved it. */
export const isOwn = async (tx: Tx, kind: ReviewKind, row: Case, { id }: Operator): Promise<boolean> =>
  row.first_by === id || (await kind.doneBy?.(tx, row)) === id;

/** A case to work on: held, so that two people who act at the same moment act one after the other. */
export async function caseToWorkOn(kinds: Kinds, { tx, operator }: OperatorCall, id: string) {
  const row = await table.holdCase(tx, id);
  const kind = row && kindNamed(kinds, row.kind);
  if (!row || !kind) return err('not_found');
  if (!mayDo(operator.role, kind.permission)) return err('not_permitted');
  return (await isOwn(tx, kind, row, operator)) ? err('own_case') : ok({ row, kind });
}
