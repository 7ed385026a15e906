import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { leave } from '@glasshouse/protocol/personal/calls';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { call } from '../lib/call.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { AccountDeletionNotice } from '../ui/AccountDeletionNotice.tsx';
import { Card } from '../ui/Card.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { securityKey, useOverview } from './calls.ts';
import styles from './Leave.module.css';
import { ProofForm } from './ProofForm.tsx';
import security from './Security.module.css';

const erased = ['erasedNames', 'erasedWays', 'erasedPapers', 'erasedEvents', 'erasedRest'] as const;
const kept = ['keptNumber', 'keptBooks', 'keptOrders', 'keptLog', 'keptInvited', 'keptMarks'] as const;

/** Explains what deleting the account removes and what stays, then accepts the decision. */
export function LeaveScreen() {
  const { t } = useWords();
  const { user, refresh } = useAccount();
  const overview = useOverview();
  const queries = useQueryClient();
  const number = user?.number ?? '';
  return (
    <>
      <PageBar title={t('titles.leave')} onBack={useBack()} />
      <main className={security.page}>
        <AccountDeletionNotice />
        <p className={security.text}>{t('personal.deleteLead')}</p>
        <Part title={t('personal.erased')}>
          <ul className={styles.erased}>
            {erased.map((name) => (
              <li key={name}>{t(`personal.${name}`)}</li>
            ))}
          </ul>
        </Part>
        <Part title={t('personal.kept')}>
          <ul className={styles.kept}>
            {kept.map((name) => (
              <li key={name}>{t(`personal.${name}`, { number })}</li>
            ))}
          </ul>
          <p className={styles.small}>{t('personal.deleteProducts')}</p>
          <p className={styles.small}>{t('personal.deleteMoney')}</p>
        </Part>
        {!user?.leavesAt && (
          <>
            <Link className={security.more} to="/user/security/copy">
              {t('personal.deleteFirst')}
              <Icon name="chev" size={14} />
            </Link>
            {overview.isPending && <SkeletonRows rows={2} />}
            {overview.error && (
              <LoadFailed of={overview} title={t('personal.copyFailed')} text={t('personal.copyFailedText')} />
            )}
            {overview.data && (
              <ProofForm
                asked={overview.data.authenticator !== null}
                danger
                focus={false}
                about={t('personal.deleteProof')}
                submit={t('personal.deleteSubmit')}
                send={async (proof) => {
                  await call<typeof leave>('POST', '/index/user/leave', proof);
                  await refresh();
                  window.scrollTo({ top: 0 });
                  await queries.invalidateQueries({ queryKey: securityKey });
                }}
              />
            )}
          </>
        )}
      </main>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={security.heading}>{title}</h2>
      <Card pad>{children}</Card>
    </section>
  );
}
