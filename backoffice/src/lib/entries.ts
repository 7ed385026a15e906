import { decideApproval, type SeenPerson } from '@glasshouse/protocol/backoffice/approvals';
import type { AuditEntry, NamedCase } from '@glasshouse/protocol/backoffice/audit';
import { correctBalance } from '@glasshouse/protocol/backoffice/users';
import { changeOperatorRole, resetOperator } from '@glasshouse/protocol/operators/calls';
import { decideReviewCase, readReviewDocument } from '@glasshouse/protocol/review/office';
import { publishVersion } from '@glasshouse/protocol/wealth/office';
import { caseWord } from './kinds.ts';
import { actionWords, amountWords, correctionWords, isCorrection, requestWords, roleWords, textIn } from './names.ts';
import { t, type WordKey } from './words.tsx';

/** Details of the subjects of entries. The log itself holds numbers and no names. */
export type Known = {
  people: readonly SeenPerson[];
  cases: readonly NamedCase[];
  /** Every operator, because the log has their ids. */
  operators?: readonly { id: string; name: string }[] | undefined;
  /** The other entries on the page: a decision about a request names only the request's id. */
  entries: readonly AuditEntry[];
};
const nothing: Known = { people: [], cases: [], entries: [] };

export const caseOf = ({ subject }: AuditEntry, { cases }: Known): NamedCase | undefined =>
  cases.find(({ id }) => subject === `case:${id}`);
export function personOf({ subject }: AuditEntry, { people }: Known): SeenPerson | undefined {
  const number = /^user:(\d+)$/.exec(subject)?.[1];
  return number === undefined ? undefined : (people.find((one) => one.number === number) ?? { number, username: null });
}

const caseTitle = (kind: string, amount: NamedCase['amount'] = null): string =>
  amount ? t('audit.caseOf', { kind: caseWord(kind), amount: amountWords(amount) }) : caseWord(kind);

type Outcome = 'first' | 'approve' | 'reject';
/** The decision about a case. The first of two approvals decides nothing yet. */
function outcomeOf(after: unknown): Outcome | undefined {
  if (textIn(after, 'agreed') === 'first') return 'first';
  const decision = textIn(after, 'decision');
  return decision === 'approve' || decision === 'reject' ? decision : undefined;
}
/** The effect of a decision on the user, if the entry of the case itself is not shown. */
function effectOf({ before, after }: AuditEntry): { kind: string; outcome: Outcome } | undefined {
  const [state, identity, deposit] = ['state', 'identity', 'deposit'].map((name) => textIn(after, name));
  if (textIn(after, 'withdrawal'))
    return { kind: 'withdrawal', outcome: state === 'withdrawing' ? 'approve' : 'reject' };
  if (textIn(before, 'topUp')) return { kind: 'top_up', outcome: state === 'passed' ? 'approve' : 'reject' };
  if (identity) return { kind: 'identity', outcome: identity === 'passed' ? 'approve' : 'reject' };
  if (deposit) return { kind: 'vip_refund', outcome: deposit === 'returned' ? 'approve' : 'reject' };
  return textIn(after, 'status') === 'normal' ? { kind: 'appeal', outcome: 'approve' } : undefined;
}
function decisionWords(entry: AuditEntry, known: Known): string {
  const outcome = outcomeOf(entry.after);
  const about = caseOf(entry, known);
  if (outcome && about) return t(`audit.cases.${outcome}`, { case: caseTitle(about.kind, about.amount) });
  if (outcome) return t(`actions.review_decide_${outcome}`);
  const effect = effectOf(entry);
  return effect ? t(`audit.cases.${effect.outcome}`, { case: caseTitle(effect.kind) }) : actionWords(entry.action);
}

const documents: Record<string, WordKey> = {
  front: 'review.specimen.front',
  back: 'review.specimen.back',
  receipt: 'review.topUp.receipt',
  details: 'review.details',
  payee: 'withdrawals.payee',
  background: 'withdrawals.background',
};
/** Names the document of a case that was opened. */
const lookWords = (name: string): string =>
  Object.hasOwn(documents, name) && documents[name]
    ? t('actions.review_documentNamed', { name: t(documents[name]) })
    : t('actions.review_document');

/** Describes the request that an entry makes to a second person. */
function requestTitle(entry: AuditEntry, known: Known): string {
  const { action, after } = entry;
  const input = after as Record<string, never>;
  const role = textIn(input, 'role');
  if (action === changeOperatorRole.path) return t('requests.roleTo', { role: roleWords(role) });
  if (action === resetOperator.path) return t('requests.resetOne');
  return requestWords({ action, input, person: personOf(entry, known) ?? null, before: null, after });
}
export const isRequest = ({ action, second, after }: AuditEntry): boolean =>
  action !== decideApproval.path && second === null && textIn(after, 'waiting') !== '';

/** Describes an entry: what was done, or only requested. */
export function entryWords(entry: AuditEntry, known: Known = nothing): string {
  const { action, second, before, after } = entry;
  if (action === correctBalance.path && isCorrection(after))
    return correctionWords(after, personOf(entry, known) ?? { number: '', username: null }, second ? 'done' : 'asked');
  if (isRequest(entry)) return t('audit.asked', { request: requestTitle(entry, known) });
  if (action === decideApproval.path) {
    if (textIn(after, 'decision') === 'approve') return t('audit.approved');
    const asked = known.entries.find(
      (one) => isRequest(one) && textIn(one.after, 'waiting') === textIn(before, 'waiting'),
    );
    return asked ? t('audit.refusedOf', { request: requestTitle(asked, known) }) : t('audit.refused');
  }
  if (action === readReviewDocument.path) return lookWords(textIn(after, 'read'));
  if (action === decideReviewCase.path) return decisionWords(entry, known);
  if (action !== publishVersion.path) return actionWords(action);
  // The same call closes the previous version.
  return t(textIn(after, 'state') === 'closed' ? 'actions.wealth_close' : 'actions.wealth_publish_done');
}

/** One act, with the other entries that belong to it. */
export type Act = { main: AuditEntry; parts: readonly AuditEntry[] };

/**
 * Whether a newer entry belongs to an older one: the approval of what it did, or the effect of a decision on the user.
 */
function isPart(newer: AuditEntry, older: AuditEntry): boolean {
  if (newer.id !== older.id + 1 || newer.at !== older.at) return false;
  if (newer.action === decideApproval.path) return older.second !== null && older.second.id === newer.operator?.id;
  const isDecision = [newer, older].every(({ action }) => action === decideReviewCase.path);
  const isEffect = older.subject.startsWith('case:') && !newer.subject.startsWith('case:');
  return isDecision && isEffect && newer.operator?.id === older.operator?.id;
}

/** Groups entries, newest first, into acts. */
export function actsIn(entries: readonly AuditEntry[]): Act[] {
  const acts: Act[] = [];
  for (const entry of entries) {
    const last = acts.at(-1);
    if (last && isPart(last.main, entry)) acts[acts.length - 1] = { main: entry, parts: [last.main, ...last.parts] };
    else acts.push({ main: entry, parts: [] });
  }
  return acts;
}
