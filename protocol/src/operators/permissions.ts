// All permissions of the console. The server enforces this table, the console hides by it, and a test compares it with
// the result of calling every endpoint as every role. No permission affects a price, an entry, an exit or an outcome.
// The database allows `tape.giveUp` only when prices can no longer be made
// (docs/adr/0100-let-two-people-give-up-a-day-that-cannot-be-priced.md).
const reading = [
  'users.read',
  'review.read',
  'approvals.read',
  'site.read',
  'operators.read',
  'audit.read',
  'data.export',
  'dashboard.read',
] as const;
const acting = [
  'users.freeze',
  'users.correct',
  'notes.write',
  'review.work',
  'appeals.decide',
  'identity.decide',
  'topups.decide',
  'withdrawals.decide',
  'vip.decide',
  'files.view',
  'approvals.decide',
  'site.write',
  'site.approve',
  'operators.write',
  'operators.approve',
  'tape.giveUp',
] as const;
/** `self` covers the operator's own account: password and second factors. Every operator has it. */
export const permissions = ['self', ...reading, ...acting] as const;
export type Permission = (typeof permissions)[number];

export const roles = ['reviewer', 'product_manager', 'support', 'auditor', 'owner'] as const;
export type OperatorRole = (typeof roles)[number];

/** The owner manages operators and sees everything, but cannot decide about users' money. That requires other operators. */
export const granted: Record<OperatorRole, readonly Permission[]> = {
  reviewer: [
    'self',
    'dashboard.read',
    'users.read',
    'users.correct',
    'notes.write',
    'review.read',
    'review.work',
    'identity.decide',
    'topups.decide',
    'withdrawals.decide',
    'files.view',
    'approvals.read',
    'approvals.decide',
    'operators.approve',
    'site.read',
    'site.approve',
  ],
  product_manager: [
    'self',
    'dashboard.read',
    'site.read',
    'site.write',
    'site.approve',
    'approvals.read',
    'approvals.decide',
  ],
  support: [
    'self',
    'dashboard.read',
    'users.read',
    'users.freeze',
    'users.correct',
    'notes.write',
    'review.read',
    'review.work',
    'appeals.decide',
    'vip.decide',
    'approvals.read',
    'approvals.decide',
  ],
  auditor: ['self', ...reading],
  owner: ['self', ...reading, 'operators.write', 'operators.approve', 'tape.giveUp', 'approvals.decide'],
};

/** The roles that have a permission. */
export const rolesWith = (permission: Permission): OperatorRole[] =>
  roles.filter((role) => granted[role].includes(permission));

export const mayDo = (role: OperatorRole, permission: Permission): boolean => granted[role].includes(permission);
