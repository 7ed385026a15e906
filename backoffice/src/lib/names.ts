import { formatExact } from '@glasshouse/kit/format.ts';
import type { Approval, SeenPerson } from '@glasshouse/protocol/backoffice/approvals';
import { savePeriods } from '@glasshouse/protocol/contracts/office-terms';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import { changeOperatorRole, inviteOperator, resetOperator } from '@glasshouse/protocol/operators/calls';
import { type OperatorRole, roles } from '@glasshouse/protocol/operators/permissions';
import { readReason } from '@glasshouse/protocol/review/reasons';
import { deviceOf } from '@glasshouse/protocol/security/device';
import { saveMoney } from '@glasshouse/protocol/site/office';
import { publishVersion } from '@glasshouse/protocol/wealth/office';
import { productName } from './products.ts';
import { t } from './words.tsx';

// The acts of operators, by the path of the call. A command or call without words is shown as it is.
const actions = [
  'approvals_decide',
  'contracts_savePeriods',
  'contracts_withdrawPeriods',
  'command_owner',
  'exports_read',
  'files_show',
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
/** The actions the log can be filtered by: calls by their path, commands of the server, and looks. */
export const actionChoices = actions.map((name) => {
  if (name === 'look') return name;
  return name.startsWith('command_') ? name.replace('_', ':') : `/office/${name.replace('_', '/')}`;
});

/** The action in words. */
export function actionWords(path: string): string {
  const name = path.replace(/^\/office\//, '').replaceAll(/[/:]/g, '_');
  return actions.includes(name as Action) ? t(`actions.${name as Action}`) : path;
}

/** The username, or the number if there is none. */
export const personWords = ({ username, number }: SeenPerson): string => username ?? t('users.numbered', { number });
/** The username with the number in parentheses. */
export const personAndNumber = (person: SeenPerson): string =>
  person.username ? `${personWords(person)} (${person.number})` : personWords(person);
export const amountWords = ({ amount, currency }: { amount: string; currency: string }): string =>
  `${formatExact(amount)} ${currency}`;

type Correction = { direction: string; amount: string; currency: string };
export const isCorrection = (value: unknown): value is Correction =>
  ['direction', 'amount', 'currency'].every(
    (name) => typeof (value as Record<string, unknown> | null)?.[name] === 'string',
  );
/** A correction as a title: the amount, and to or from whom. */
export function correctionWords(
  correction: Correction,
  person: SeenPerson,
  stage: 'title' | 'asked' | 'done' = 'title',
) {
  const direction = correction.direction === 'credit' ? 'credit' : 'debit';
  return t(`corrections.${direction}.${stage}`, { amount: amountWords(correction), user: personWords(person) });
}

export const textIn = (part: unknown, name: string): string => {
  const value = (part as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : '';
};

/** A role in words; one that doesn't exist is shown as it is written. */
export const roleWords = (role: string): string =>
  roles.includes(role as OperatorRole) ? t(`roles.${role as OperatorRole}`) : role;

type Request = Pick<Approval, 'action' | 'input' | 'person' | 'before' | 'after'>;
/** A request in words, with its amount, user or product. */
export function requestWords({ action, input, person, before, after }: Request): string {
  const name = textIn(after, 'name') || textIn(before, 'name');
  const role = roleWords(textIn(after, 'role'));
  if (isCorrection(input)) return correctionWords(input, person ?? { number: textIn(input, 'number'), username: null });
  if (action === inviteOperator.path && name) return t('requests.invite', { name, role });
  if (action === changeOperatorRole.path && name) return t('requests.role', { name, role });
  if (action === resetOperator.path && name) return t('requests.reset', { name });
  if (action === publishVersion.path) return t('requests.publish', { product: productName(input.offer as never) });
  if (action === giveUpDay.path) return t('requests.giveUpDay', { day: textIn(input, 'day') });
  if (action === saveMoney.path) return t('requests.money');
  if (action === savePeriods.path) return t('requests.periods');
  return actionWords(action);
}

/** Browser and system, such as "Chrome on Linux". An unknown device is shown as it is. */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('security.device', { browser, system });
  return browser ?? system ?? (userAgent || t('security.unknownDevice'));
}

/** The reason of a decision. Canned reasons are shown in the operator's language. */
export function reasonWords(stored: string): string {
  const { canned, text } = readReason(stored);
  return canned === null ? text : [t(`review.canned.${canned}`), text].filter((part) => part !== '').join(' ');
}
