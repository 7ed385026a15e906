/**
 * Every refusal the product can give. The name is for code and is answered as `data.reason`; the number goes into the
 * envelope; the sentence is the key `errors.<name>` in the server's locale files. `msg: 5` is fixed by the specification.
 */
export const errors = {
  bad_input: { code: 400 },
  not_logged_in: { code: 401 },
  forbidden_origin: { code: 403 },
  xsrf_mismatch: { code: 403 },
  account_abnormal: { code: 403 },
  not_found: { code: 404 },
  too_many_requests: { code: 429 },
  server_error: { code: 500 },
  upgrading: { code: 503 },
  wrong_account_or_password: { code: 400 },
  wrong_code: { code: 400 },
  wrong_old_password: { code: 400 },
  username_taken: { code: 409 },
  invitation_required: { code: 400 },
  invitation_unknown: { code: 400, msg: 5 },
  insufficient_balance: { code: 400 },
  amount_too_small: { code: 400 },
  rate_changed: { code: 409 },
  id_used: { code: 409 },
  busy: { code: 429 },
  tape_stale: { code: 409 },
  terms_changed: { code: 409 },
  stake_out_of_range: { code: 400 },
  open_limit: { code: 400 },
  order_expired: { code: 409 },
  not_ended: { code: 409 },
  not_sealed: { code: 409 },
  tape_gone: { code: 404 },
} as const satisfies Record<string, { code: number; msg?: number }>;
export type ErrorName = keyof typeof errors;
