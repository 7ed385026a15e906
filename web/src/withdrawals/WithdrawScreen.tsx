import { useBack } from '../lib/back.ts';
import { useNavigate } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonForm } from '../ui/Skeleton.tsx';
import styles from './Withdrawals.module.css';
import { WithdrawForm } from './WithdrawForm.tsx';
import { useForm } from './withdrawals.ts';

/** Withdraws paper USDT to a practice address, or paper CNY to a practice bank account. */
export function WithdrawScreen() {
  const { t } = useWords();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useForm();
  return (
    <>
      <PageBar
        title={t('titles.withdraw')}
        onBack={useBack()}
        end={
          <IconButton
            icon="records"
            size={20}
            label={t('titles.withdrawals')}
            onClick={() => void navigate('/order/withdrawRecord')}
          />
        }
      />
      <main className={styles.page}>
        {data && <WithdrawForm form={data} onStale={() => void refetch()} />}
        {!data && !error && <SkeletonForm fields={4} />}
        {!data && error && (
          <LoadFailed
            of={{ error, isFetching, refetch }}
            title={t('withdrawals.failed')}
            text={t('withdrawals.failedText')}
          />
        )}
      </main>
    </>
  );
}
