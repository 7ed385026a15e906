import { topLevel } from '@glasshouse/protocol/vip/levels';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { assetsKey } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { useMovements } from '../lib/movements.ts';
import { useLocation } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonRows, SkeletonText } from '../ui/Skeleton.tsx';
import { plain } from './amounts.ts';
import { LevelCard } from './LevelCard.tsx';
import { Levels } from './Levels.tsx';
import { Next } from './Next.tsx';
import { Refund } from './Refund.tsx';
import { Rules } from './Rules.tsx';
import { UpgradeSheet } from './UpgradeSheet.tsx';
import styles from './Vip.module.css';
import { useVip, type Vip } from './vip.ts';

/** The level: what it allows, its deposit, and how to upgrade or get a refund. */
export function VipScreen() {
  const { t } = useWords();
  const { user, refresh } = useAccount();
  const queries = useQueryClient();
  const { data, error, isPending, isFetching, refetch } = useVip();
  const renew = () => void queries.invalidateQueries({ queryKey: assetsKey });
  useMovements(renew, renew);
  const [known, level] = [user?.vipLevel, data?.level];
  useEffect(() => {
    if (level !== undefined && known !== undefined && level !== known) refresh().catch(() => {});
  }, [level, known, refresh]);
  return (
    <>
      <PageBar title={t('titles.vip')} onBack={useBack()} />
      <main className={styles.page}>
        {isPending && (
          <>
            <Card pad>
              <SkeletonText lines={4} />
            </Card>
            <Card>
              <SkeletonRows rows={5} />
            </Card>
          </>
        )}
        {error && !data && (
          <LoadFailed of={{ error, isFetching, refetch }} title={t('vip.failed')} text={t('vip.failedText')} />
        )}
        {data && <Standing vip={data} />}
      </main>
    </>
  );
}

function Standing({ vip }: { vip: Vip }) {
  const { t } = useWords();
  // After moving money for it, the upgrade resumes where the user left it.
  const { state } = useLocation();
  const upgrading = (state as { upgrading?: number } | null)?.upgrading;
  const [wanted, setWanted] = useState(upgrading ?? 1);
  const [open, setOpen] = useState(upgrading !== undefined && upgrading > vip.level);
  const isTop = vip.level === topLevel;
  const asked = vip.refund?.state === 'under_review';
  const level = Math.max(vip.level + 1, wanted);
  const chosen = vip.levels.find((each) => each.level === level);
  return (
    <>
      <LevelCard vip={vip} />
      <Levels vip={vip} chosen={isTop || asked ? undefined : level} onChoose={setWanted} />
      {chosen && !asked && <Next rule={chosen} />}
      {(vip.level > 1 || vip.refund) && <Refund vip={vip} />}
      <Rules />
      {isTop && <p className={styles.caption}>{t('vip.top')}</p>}
      {chosen && !asked && (
        <>
          <ActionBar>
            <Button onClick={() => setOpen(true)}>{t('vip.upgrade', { level, amount: plain(chosen.deposit) })}</Button>
          </ActionBar>
          <UpgradeSheet vip={vip} rule={chosen} open={open} onClose={() => setOpen(false)} />
        </>
      )}
    </>
  );
}
