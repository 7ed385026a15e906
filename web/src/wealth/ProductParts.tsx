import { Tag } from '@glasshouse/kit/Tag.tsx';
import { useWords } from '../lib/words.tsx';
import { Progress } from '../ui/Progress.tsx';
import styles from './ProductParts.module.css';
import { quotaOf } from './sums.ts';
import type { Product } from './wealth.ts';

/** Why a product can't be bought; nothing if it can. */
export function OfferTag({ product: { state } }: { product: Product }) {
  const { t } = useWords();
  return state === 'open' ? null : <Tag>{t(`wealth.states.${state}`)}</Tag>;
}

/** The rest of the quota, in amounts. The bar is neutral, because it informs and doesn't warn. */
export function Quota({ product }: { product: Product }) {
  const { t } = useWords();
  const { left, all, percent, taken } = quotaOf(product);
  return (
    <span className={styles.quota}>
      <Progress label={t('wealth.quotaTaken')} percent={percent} />
      <small>
        <span>{t(product.terms.kind === 'machine' ? 'wealth.machinesLeft' : 'wealth.amountLeft', { left, all })}</span>
        <span>{t('wealth.taken', { percent: taken })}</span>
      </small>
    </span>
  );
}

// One pane per so many TH/s. Nothing is mined, so the picture only illustrates the label.
const panes = (power: string): number => {
  const figure = Number.parseInt(power, 10);
  return figure >= 100 ? 4 : figure >= 30 ? 2 : 1;
};

/** The picture of a machine: stacked panes, more of them for a higher label. */
export const Rig = ({ power }: { power: string }) => (
  <svg className={styles.rig} width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
    {Array.from({ length: panes(power) }, (_, place) => (
      <path key={place} d={`M24 ${26 - 7 * place}l18 8-18 8-18-8z`} />
    ))}
  </svg>
);
