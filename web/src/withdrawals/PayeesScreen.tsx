import { maxPayees } from '@glasshouse/protocol/withdrawals/calls';
import { useState } from 'react';
import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { AddPayee } from './AddPayee.tsx';
import { SavedOnly } from './SavedOnly.tsx';
import { SavedPayees } from './SavedPayees.tsx';
import styles from './Withdrawals.module.css';
import { type Saved, usePayees } from './withdrawals.ts';

/** The saved payees, and whether withdrawals are limited to them. */
export function PayeesScreen() {
  const { t } = useWords();
  const { data, error, isFetching, refetch } = usePayees();
  return (
    <>
      <PageBar title={t('titles.payees')} onBack={useBack()} />
      <main className={styles.page}>
        <p className={styles.quiet}>{t('withdrawals.payees.about')}</p>
        {data && <SavedOnly saved={data} />}
        {data && <List saved={data} />}
        {!data && !error && (
          <Card>
            <SkeletonRows rows={3} />
          </Card>
        )}
        {!data && error && (
          <LoadFailed
            of={{ error, isFetching, refetch }}
            title={t('withdrawals.payees.failed')}
            text={t('withdrawals.failedText')}
          />
        )}
      </main>
    </>
  );
}

function List({ saved }: { saved: Saved }) {
  const { t } = useWords();
  const [adding, setAdding] = useState(false);
  const count = saved.payees.length;
  const add = (
    <Button kind="soft" icon="plus" onClick={() => setAdding(true)}>
      {t('withdrawals.payees.add')}
    </Button>
  );
  return (
    <section className={styles.form}>
      {count === 0 ? (
        <Empty title={t('withdrawals.payees.emptyTitle')} text={t('withdrawals.payees.emptyText')} action={add} />
      ) : (
        <>
          <h2 className={styles.heading}>
            {t('withdrawals.payees.yours')} <span>{t('withdrawals.payees.count', { count, max: maxPayees })}</span>
          </h2>
          <SavedPayees saved={saved} />
          {count < maxPayees ? add : <Note>{t('withdrawals.payees.full', { max: maxPayees })}</Note>}
        </>
      )}
      <AddPayee open={adding} saved={saved} onClose={() => setAdding(false)} />
    </section>
  );
}
