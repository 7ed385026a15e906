import { formatExact } from '@glasshouse/kit/format.ts';
import type { Approval, SeenPerson } from '@glasshouse/protocol/backoffice/approvals';
import type { AuditEntry } from '@glasshouse/protocol/backoffice/audit';
import { correctBalance } from '@glasshouse/protocol/backoffice/users';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import { changeOperatorRole, inviteOperator, resetOperator } from '@glasshouse/protocol/operators/calls';
import { decideReviewCase, readReviewDocument } from '@glasshouse/protocol/review/office';
import { readReason } from '@glasshouse/protocol/review/reasons';
import { deviceOf } from '@glasshouse/protocol/security/device';
import { publishVersion } from '@glasshouse/protocol/wealth/office';
import { productName } from './products.ts';
import { t, type WordKey } from './words.tsx';

// What operators did, by the path of the call; a command or a call without words of its own is shown as it is written.
const actions = [
  'approvals_decide',
  'contracts_savePeriods',
  'contracts_withdrawPeriods',
  'exports_read',
  'look',
  'market_giveUpDay',
  'operators_disable',
  'operators_invite',
  'operators_reset',
  'operators_role',
  'review_claim',
  'review_decide',
  'review_document',
  'review_release',
  'search_all',
  'self_addPasskey',
  'self_confirm',
  'self_password',
  'self_removePasskey',
  'self_renewRecovery',
  'session_code',
  'session_finishEnrolment',
  'session_login',
  'session_logout',
  'session_passkey',
  'session_recovery',
  'session_setUp',
  'site_endAnnouncement',
  'site_endMaintenance',
  'site_planMaintenance',
  'site_saveAnnouncement',
  'site_saveMoney',
  'site_saveSettings',
  'site_withdrawMoney',
  'support_removeContact',
  'support_saveContact',
  'users_addNote',
  'users_correct',
  'users_freeze',
  'users_unfreeze',
  'wealth_close',
  'wealth_delete',
  'wealth_publish',
  'wealth_save',
  'withdrawals_freeze',
  'withdrawals_return',
  'withdrawals_unfreeze',
] as const;
type Action = (typeof actions)[number];
/** The calls that the log can be narrowed to; a look has no path. */
export const actionChoices = actions.map((name) => (name === 'look' ? name : `/office/${name.replace('_', '/')}`));

/** What is done, in words. */
export function actionWords(path: string): string {
  const name = path.replace(/^\/office\//, '').replaceAll('/', '_');
  return actions.includes(name as Action) ? t(`actions.${name as Action}`) : path;
}

/** The username, else the number. */
export const personWords = ({ username, number }: SeenPerson): string => username ?? t('users.numbered', { number });
export const amountWords = ({ amount, currency }: { amount: string; currency: string }): string =>
  `${formatExact(amount)} ${currency}`;

type Correction = { direction: string; amount: string; currency: string };
const isCorrection = (value: unknown): value is Correction =>
  ['direction', 'amount', 'currency'].every(
    (name) => typeof (value as Record<string, unknown> | null)?.[name] === 'string',
  );
/** A correction as a title: how much, and to or from whom. */
export function correctionWords(
  correction: Correction,
  person: SeenPerson,
  stage: 'title' | 'asked' | 'done' = 'title',
) {
  const direction = correction.direction === 'credit' ? 'credit' : 'debit';
  return t(`corrections.${direction}.${stage}`, { amount: amountWords(correction), user: personWords(person) });
}

const textIn = (part: unknown, name: string): string => {
  const value = (part as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : '';
};

/** What a request asks for, with the amount, the person or the product it is about. */
export function requestWords({ action, input, person, before, after }: Approval): string {
  const name = textIn(after, 'name') || textIn(before, 'name');
  const role = textIn(after, 'role') && t(`roles.${textIn(after, 'role')}` as WordKey);
  if (isCorrection(input)) return correctionWords(input, person ?? { number: textIn(input, 'number'), username: null });
  if (action === inviteOperator.path && name) return t('requests.invite', { name, role });
  if (action === changeOperatorRole.path && name) return t('requests.role', { name, role });
  if (action === resetOperator.path && name) return t('requests.reset', { name });
  if (action === publishVersion.path) return t('requests.publish', { product: productName(input.offer as never) });
  if (action === giveUpDay.path) return t('requests.giveUpDay', { day: textIn(input, 'day') });
  return actionWords(action);
}

/** What was decided about a case, where the entry says so: the first of two approvals decides nothing yet. */
function decisionWords(after: { agreed?: unknown; decision?: unknown } | null): string | undefined {
  if (after?.agreed === 'first') return t('actions.review_decide_first');
  const { decision } = after ?? {};
  return decision === 'approve' || decision === 'reject' ? t(`actions.review_decide_${decision}`) : undefined;
}

const documents: Record<string, WordKey> = {
  front: 'review.specimen.front',
  back: 'review.specimen.back',
  receipt: 'review.topUp.receipt',
  details: 'review.details',
  payee: 'withdrawals.payee',
  background: 'withdrawals.background',
};
/** Which document of a case was looked at. */
const lookWords = (name: string): string =>
  documents[name] ? t('actions.review_documentNamed', { name: t(documents[name]) }) : t('actions.review_document');

/** What an entry of the log says was done, or only asked for. */
export function entryWords({ action, second, subject, after }: AuditEntry, people: readonly SeenPerson[] = []): string {
  if (action === correctBalance.path && isCorrection(after)) {
    const number = subject.replace('user:', '');
    const person = people.find((one) => one.number === number) ?? { number, username: null };
    return correctionWords(after, person, second ? 'done' : 'asked');
  }
  if (action === readReviewDocument.path) return lookWords(textIn(after, 'read'));
  if (action === decideReviewCase.path) return decisionWords(after as never) ?? actionWords(action);
  if (action !== publishVersion.path) return actionWords(action);
  if (!second) return t('actions.wealth_publish_asked');
  // The version before it is closed by the same call.
  const isClosing = (after as { state?: unknown } | null)?.state === 'closed';
  return t(isClosing ? 'actions.wealth_close' : 'actions.wealth_publish_done');
}

/** Browser and system, such as "Chrome on Linux". A device that names neither is shown as it is written. */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('security.device', { browser, system });
  return browser ?? system ?? (userAgent || t('security.unknownDevice'));
}

/** Why something was decided, in the operator's language where the reason has a sentence in every language. */
export function reasonWords(stored: string): string {
  const { canned, text } = readReason(stored);
  return canned === null ? text : [t(`review.canned.${canned}`), text].filter((part) => part !== '').join(' ');
}
