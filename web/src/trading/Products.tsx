import { useUnseen } from '../lib/unseen.ts';
import { useWords } from '../lib/words.tsx';
import { TabLinks } from '../ui/TabLinks.tsx';
import styles from './Products.module.css';

const products = ['contract', 'options', 'spot'] as const;
type Product = (typeof products)[number];

/**
 * Links to the same coin in the other products. Back returns to where the user came from, however often they switch.
 */
export function Products({ here, symbol }: { here: Product; symbol: string }) {
  const { t } = useWords();
  const counts: Record<string, number> = useUnseen();
  return (
    <div className={styles.products}>
      <TabLinks
        label={t('results.product')}
        here={here}
        replace={here !== 'contract'}
        links={products.map((value) => ({
          value,
          label: t(`results.products.${value}`),
          to: `/${value}?symbol=${symbol}`,
          unseen: counts[`/${value}`] ?? 0,
        }))}
      />
    </div>
  );
}
