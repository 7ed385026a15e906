import { formatExact } from '@glasshouse/kit/format.ts';
import { useEffect, useRef, useState } from 'react';
import { useBack } from '../lib/back.ts';
import { useNavigate, useSearchParams } from '../lib/router.tsx';
import { nameOf } from '../lib/wealth-names.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Done } from '../ui/Done.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonCards } from '../ui/Skeleton.tsx';
import { showToast } from '../ui/toast.ts';
import { Confirmation } from './Confirmation.tsx';
import { OneProduct } from './OneProduct.tsx';
import styles from './Product.module.css';
import { boughtPath, productPath, purchaseParams } from './purchase-paths.ts';
import { type Holding, useHolding } from './wealth.ts';

/** Confirms a purchase: its price and all future payments. Then shows the purchase. */
export function ConfirmScreen() {
  const { t } = useWords();
  const [search] = useSearchParams();
  const { product, order, units } = purchaseParams(search);
  const parent = product === undefined ? '/financial' : productPath(product, units ?? 1);
  const { bought, tell } = useBought();
  return (
    <>
      <PageBar title={t('titles.confirm')} onBack={useBack(parent)} />
      <main className={styles.page}>
        {bought ? (
          <PurchaseDone holding={bought} />
        ) : order ? (
          <PurchaseReceipt id={order} />
        ) : (
          <PurchaseReview onBought={tell} />
        )}
      </main>
    </>
  );
}

/** The purchase made here. The address changes to it. A user who left the page before the answer gets a toast with a link. */
function useBought() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [bought, setBought] = useState<Holding>();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const tell = (holding: Holding) => {
    if (isHere.current) {
      setBought(holding);
      void navigate(boughtPath(holding.id), { replace: true });
    } else {
      const action = { label: t('wealth.toOrder'), to: `/finance/order/${holding.id}` };
      showToast({ kind: 'success', text: t('wealth.bought'), action });
    }
  };
  return { bought, tell };
}

function PurchaseReview({ onBought }: { onBought: (holding: Holding) => void }) {
  const { t } = useWords();
  const [search] = useSearchParams();
  const { product, version, units } = purchaseParams(search);
  return (
    <OneProduct product={version === undefined ? undefined : product} version={version}>
      {(found) =>
        units === undefined || units < found.least || units > found.most ? (
          <Empty
            title={t('wealth.outOfRange')}
            action={
              <ButtonLink small kind="soft" to={`/finance/productDetail?product=${found.product}`}>
                {t('wealth.chooseAmount')}
              </ButtonLink>
            }
          />
        ) : (
          <Confirmation product={found} units={units} onBought={onBought} />
        )
      }
    </OneProduct>
  );
}

/** Shown when the page is reloaded after the purchase. */
function PurchaseReceipt({ id }: { id: string }) {
  const { t } = useWords();
  const { data, error } = useHolding(id);
  if (data) return <PurchaseDone holding={data.holding} />;
  if (!error) return <SkeletonCards />;
  return (
    <Empty
      title={t('wealth.noOrder')}
      action={
        <ButtonLink small kind="soft" to="/finance/order">
          {t('titles.wealthRecords')}
        </ButtonLink>
      }
    />
  );
}

/** Says that the purchase succeeded, and where to follow it. */
function PurchaseDone({ holding }: { holding: Holding }) {
  const { t, locale } = useWords();
  return (
    <Done
      title={t('wealth.bought')}
      text={t('wealth.boughtText', { name: nameOf(locale, holding), amount: formatExact(holding.amount) })}
    >
      <ButtonLink replace to={`/finance/order/${holding.id}`}>
        {t('wealth.toOrder')}
      </ButtonLink>
      <ButtonLink replace kind="soft" to="/financial">
        {t('wealth.toProducts')}
      </ButtonLink>
    </Done>
  );
}
