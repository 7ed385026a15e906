import { Tag } from '@glasshouse/kit/Tag.tsx';
import { useWords } from '../lib/words.tsx';
import { tones } from './appearance.ts';
import type { Holding } from './wealth.ts';

/** How far an order is. One that was ended early has not come to its good end. */
export function HoldingTag({ holding: { state, ending } }: { holding: Holding }) {
  const { t } = useWords();
  return ending === 'early' ? (
    <Tag>{t('wealth.endedEarly')}</Tag>
  ) : (
    <Tag tone={tones[state]}>{t(`wealth.progress.${state}`)}</Tag>
  );
}
