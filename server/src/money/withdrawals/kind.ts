/** The queue of withdrawals. */
export const kind = 'withdrawal';
