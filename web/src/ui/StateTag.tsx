import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { MovementState } from '@glasshouse/protocol/movements/arrows';
import { useWords } from '../lib/words.tsx';
import type { Look } from './Mark.tsx';

/** The icon and color of each state of a deposit, withdrawal or transfer. Its name is always next to it. */
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

/** The state of a deposit, withdrawal or transfer, with the same name, color and icon on every screen. */
export function StateTag({ state }: { state: MovementState }) {
  const { t } = useWords();
  return <Tag {...stateLooks[state]}>{t(`movements.states.${state}`)}</Tag>;
}
