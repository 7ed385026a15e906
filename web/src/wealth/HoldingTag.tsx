import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { Tag, type Tone } from '@glasshouse/kit/Tag.tsx';
import type { HoldingState, ProductKind } from '@glasshouse/protocol/wealth/terms';
import { useWords } from '../lib/words.tsx';
import type { Holding } from './wealth.ts';

export const icons: Record<ProductKind, IconName> = { trust: 'finance', pledge: 'pledge', machine: 'machine' };
const tones: Record<HoldingState, Tone> = {
  not_started: 'neutral',
  in_progress: 'brand',
  settling: 'amber',
  ended: 'ok',
};

/** The state of an order. One that was ended early doesn't count as completed. */
export function HoldingTag({ holding: { state, ending } }: { holding: Holding }) {
  const { t } = useWords();
  return ending === 'early' ? (
    <Tag>{t('wealth.endedEarly')}</Tag>
  ) : (
    <Tag tone={tones[state]}>{t(`wealth.progress.${state}`)}</Tag>
  );
}
