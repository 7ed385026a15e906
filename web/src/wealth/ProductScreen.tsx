import { useBack } from '../lib/back.ts';
import { useSearchParams } from '../lib/router.tsx';
import { nameOf } from '../lib/wealth-names.ts';
import { useWords } from '../lib/words.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Calculation } from './Calculation.tsx';
import { OneProduct } from './OneProduct.tsx';
import styles from './Product.module.css';
import { purchaseParams } from './purchase-paths.ts';
import { useProduct } from './wealth.ts';

/** One product: its terms, and the payments for any amount, computed before a purchase. */
export function ProductScreen() {
  const { t, locale } = useWords();
  const [search] = useSearchParams();
  const { product, version, units } = purchaseParams(search);
  const { data } = useProduct(product, version);
  return (
    <>
      <PageBar title={data ? nameOf(locale, data.product) : t('titles.product')} onBack={useBack()} />
      <main className={styles.page}>
        <OneProduct product={product} version={version}>
          {(found) => <Calculation key={`${found.product} ${found.version}`} product={found} start={units} />}
        </OneProduct>
      </main>
    </>
  );
}
