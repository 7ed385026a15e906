import { useWords } from '../lib/words.tsx';
import { Progress } from '../ui/Progress.tsx';
import styles from './Quota.module.css';
import { quotaOf } from './sums.ts';
import type { Product } from './wealth.ts';

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
