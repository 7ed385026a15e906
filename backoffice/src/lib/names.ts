import { t } from './words.tsx';

// What operators did, by the path of the call; a command or a call without words of its own is shown as it is written.
const actions = [
  'approvals_decide',
  'contracts_savePeriods',
  'contracts_withdrawPeriods',
  'look',
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
] as const;
type Action = (typeof actions)[number];

/** What was done, in words. */
export function actionWords(path: string): string {
  const name = path.replace(/^\/office\//, '').replaceAll('/', '_');
  return actions.includes(name as Action) ? t(`actions.${name as Action}`) : path;
}
