import type { MovementState } from '@glasshouse/protocol/movements/arrows';
import type { Look } from './Mark.tsx';

/** How each state of a movement of money is drawn. Its word always stands beside it. */
export const stateLooks: Record<MovementState, Look> = {
  under_review: { tone: 'amber', icon: 'clock' },
  withdrawing: { tone: 'brand', icon: 'clock' },
  frozen: { tone: 'amber', icon: 'lock' },
  passed: { tone: 'ok', icon: 'check' },
  success: { tone: 'ok', icon: 'check' },
  done: { tone: 'ok', icon: 'check' },
  rejected: { tone: 'error', icon: 'close' },
  failed: { tone: 'error', icon: 'alert' },
  cancelled: { tone: 'neutral', icon: 'close' },
};
