import { Tag } from '@glasshouse/kit/Tag.tsx';
import { useWords } from '../lib/words.tsx';
import { Progress } from '../ui/Progress.tsx';
import styles from './ProductParts.module.css';
import { quotaOf } from './sums.ts';
import type { Product } from './wealth.ts';

/** Why a product cannot be bought; nothing for one that can. */
export function OfferTag({ product: { state } }: { product: Product }) {
  const { t } = useWords();
  return state === 'open' ? null : <Tag>{t(`wealth.states.${state}`)}</Tag>;
}

/** What is left of the quota, in amounts. The bar is neutral: that it fills is information and no alarm. */
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

// Every so many TH/s are a pane more; nothing is mined, so this is a picture of the label and of nothing else.
const panes = (power: string): number => {
  const figure = Number.parseInt(power, 10);
  return figure >= 100 ? 4 : figure >= 30 ? 2 : 1;
};

/** The picture of a machine: panes upon each other, more of them for a higher label. */
export const Rig = ({ power }: { power: string }) => (
  <svg className={styles.rig} width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
    {Array.from({ length: panes(power) }, (_, place) => (
      <path key={place} d={`M24 ${26 - 7 * place}l18 8-18 8-18-8z`} />
    ))}
  </svg>
);
