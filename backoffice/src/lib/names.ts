import type { AuditEntry } from '@glasshouse/protocol/backoffice/audit';
import { decideReviewCase } from '@glasshouse/protocol/review/office';
import { publishVersion } from '@glasshouse/protocol/wealth/office';
import { t } from './words.tsx';

// What operators did, by the path of the call; a command or a call without words of its own is shown as it is written.
const actions = [
  'approvals_decide',
  'contracts_savePeriods',
  'contracts_withdrawPeriods',
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

/** What is done, in words. */
export function actionWords(path: string): string {
  const name = path.replace(/^\/office\//, '').replaceAll('/', '_');
  return actions.includes(name as Action) ? t(`actions.${name as Action}`) : path;
}

/** What was decided about a case, where the entry says so: the first of two approvals decides nothing yet. */
function decisionWords(after: { agreed?: unknown; decision?: unknown } | null): string | undefined {
  if (after?.agreed === 'first') return t('actions.review_decide_first');
  const { decision } = after ?? {};
  return decision === 'approve' || decision === 'reject' ? t(`actions.review_decide_${decision}`) : undefined;
}

/** What an entry of the log says was done, or only asked for. */
export function entryWords({ action, second, after }: AuditEntry): string {
  if (action === decideReviewCase.path) return decisionWords(after as never) ?? actionWords(action);
  if (action !== publishVersion.path) return actionWords(action);
  if (!second) return t('actions.wealth_publish_asked');
  // The version before it is closed by the same call.
  const isClosing = (after as { state?: unknown } | null)?.state === 'closed';
  return t(isClosing ? 'actions.wealth_close' : 'actions.wealth_publish_done');
}
