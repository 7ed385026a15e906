import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { MovementState } from '@glasshouse/protocol/movements/arrows';
import { useWords } from '../lib/words.tsx';
import { stateLooks } from './state-looks.ts';

/** How far a movement of money is: the same word, colour and sign on every screen. */
export function StateTag({ state }: { state: MovementState }) {
  const { t } = useWords();
  return <Tag {...stateLooks[state]}>{t(`movements.states.${state}`)}</Tag>;
}
