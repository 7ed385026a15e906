import { mayDo, type Permission } from '@glasshouse/protocol/operators/permissions';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Operator } from '#platform/http/http.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import * as table from './sql.ts';

export type Case = table.Case;
/** The first of two people who approve a case, as stored with withdrawals and top-ups. */
export type First = { first_by: string; first_by_name: string; first_at: Date };
type Decision = { decision: 'approve' | 'reject'; reason: string | null };
/** The parts a domain provides to have its own queue. Claims, checks, trail and log are the same for all queues. */
export type ReviewKind = {
  kind: string;
  /** The permission to work on the queue. */
  permission: Permission;
  /** The checks a person confirms before approving; the console has their words. */
  checks: readonly string[];
  /** Two people must approve cases above an amount in units of USDT; `setFirst` stores the first of them. */
  twoPeople?: {
    above: (tx: Tx, now: Date) => Promise<bigint>;
    setFirst: (tx: Tx, id: string, first: First) => Promise<unknown>;
  };
  /** The operator whose act the case is about, who therefore cannot decide it. */
  doneBy?: (tx: Tx, found: Case) => Promise<string | null | undefined>;
  /** Whether operators froze the subject of the case, so that it cannot be decided until they release it. */
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
  /** Applies the decision, in the same transaction. */
  decide: (call: OperatorCall, found: Case, decision: Decision) => Promise<void>;
};

/** A queue is visible to operators who work on it and to those who may read everything. */
export const sees = ({ role }: Operator, { permission }: ReviewKind): boolean =>
  mayDo(role, permission) || mayDo(role, 'audit.read');

type Kinds = readonly ReviewKind[];
export const kindNamed = (kinds: Kinds, name: string) => kinds.find(({ kind }) => kind === name);

/** A case to read. */
export async function caseToSee(kinds: Kinds, { tx, operator }: OperatorCall, id: string) {
  const row = await table.caseById(tx, id);
  const kind = row && kindNamed(kinds, row.kind);
  if (!row || !kind) return err('not_found');
  return sees(operator, kind) ? ok({ row, kind }) : err('not_permitted');
}

/** Whether the case is about what this operator did, or they are the first of two people who approved it. */
export const isOwn = async (tx: Tx, kind: ReviewKind, row: Case, { id }: Operator): Promise<boolean> =>
  row.first_by === id || (await kind.doneBy?.(tx, row)) === id;

/** A case to work on. It is locked, so that two operators acting at the same moment act one after the other. */
export async function caseToWorkOn(kinds: Kinds, { tx, operator }: OperatorCall, id: string) {
  const row = await table.lockCase(tx, id);
  const kind = row && kindNamed(kinds, row.kind);
  if (!row || !kind) return err('not_found');
  if (!mayDo(operator.role, kind.permission)) return err('not_permitted');
  return (await isOwn(tx, kind, row, operator)) ? err('own_case') : ok({ row, kind });
}
