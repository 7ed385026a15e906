import { useBack } from '../lib/back.ts';
import { Refused } from '../lib/call.ts';
import { useParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonCards } from '../ui/Skeleton.tsx';
import { HoldingShown } from './HoldingShown.tsx';
import styles from './Holdings.module.css';
import { useHolding } from './wealth.ts';
import { useWealthNews } from './wealth-news.ts';

/** One order: its progress, booked and future payments, and the amount returned. */
export function HoldingScreen() {
  const { t } = useWords();
  const { id = '' } = useParams();
  useWealthNews();
  const { data, error, isFetching, refetch } = useHolding(id);
  const isNone = error instanceof Refused && (error.code === 404 || error.code === 400);
  return (
    <>
      <PageBar title={t('titles.wealthOrder')} onBack={useBack()} />
      <main className={styles.page}>
        {data && <HoldingShown shown={data} />}
        {!data && !error && <SkeletonCards />}
        {!data && isNone && (
          <Empty
            title={t('wealth.noOrder')}
            action={
              <ButtonLink small kind="soft" to="/finance/order">
                {t('titles.wealthRecords')}
              </ButtonLink>
            }
          />
        )}
        {!data && error && !isNone && (
          <LoadFailed
            of={{ error, isFetching, refetch }}
            title={t('wealth.orderFailed')}
            text={t('wealth.failedText')}
          />
        )}
      </main>
    </>
  );
}
