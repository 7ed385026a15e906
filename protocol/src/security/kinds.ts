/** Changes that only add protection to an account. Each ends sessions and sends an email. None locks withdrawals. */
export const additions = ['authenticator_on', 'passkey_added', 'trade_password_set'] as const;
export type Addition = (typeof additions)[number];

/** Changes of log-in methods. Each ends sessions and sends an email. All except the additions lock withdrawals. */
export const changes = [
  'password_changed',
  'password_reset',
  'email_changed',
  'phone_changed',
  'authenticator_on',
  'authenticator_off',
  'passkey_added',
  'passkey_removed',
  'recovery_renewed',
  'trade_password_set',
  'deletion_asked',
] as const;
export type Change = (typeof changes)[number];

/** Changes that send an email, but neither end sessions nor lock withdrawals. */
export const notices = [
  'payee_added',
  'payee_removed',
  'payees_only_on',
  'payees_only_ends',
  'payees_only_kept',
  'phrase_set',
  'phrase_removed',
] as const;
export type Notice = (typeof notices)[number];

/** Account events that are recorded for the owner. */
export const kinds = [
  ...changes,
  ...notices,
  'registered',
  'logged_in',
  'wrong_password',
  'wrong_factor',
  'session_ended',
  'sessions_ended',
  'locked',
  'unlocked',
  'wrong_trade_password',
  'trade_password_locked',
  'trade_password_removed',
  'shares_removed',
  'case_opened',
  'copy_asked',
  'deletion_cancelled',
] as const;
export type Kind = (typeof kinds)[number];

/** Frequent events that change nothing. */
export const routine = [
  'logged_in',
  'wrong_password',
  'wrong_factor',
  'wrong_trade_password',
  'session_ended',
  'sessions_ended',
  'registered',
  'copy_asked',
] as const satisfies readonly Kind[];

/** The log-in method: the detail of `logged_in`. */
export type LogInMethod = 'password' | 'password_and_code' | 'passkey' | 'recovery';
