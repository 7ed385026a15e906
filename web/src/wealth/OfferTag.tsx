import { Tag } from '@glasshouse/kit/Tag.tsx';
import { useWords } from '../lib/words.tsx';
import type { Product } from './wealth.ts';

/** Why a product cannot be bought; nothing for one that can. */
export function OfferTag({ product: { state } }: { product: Product }) {
  const { t } = useWords();
  return state === 'open' ? null : <Tag>{t(`wealth.states.${state}`)}</Tag>;
}
