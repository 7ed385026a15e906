import { useId } from 'react';
import { useBack } from '../lib/back.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SkeletonForm } from '../ui/Skeleton.tsx';
import { CardForm } from './CardForm.tsx';
import styles from './Deposit.module.css';
import { useTerms } from './deposits.ts';
import { Loaded } from './Loaded.tsx';
import { NetworkForm } from './NetworkForm.tsx';
import { OpenTopUps } from './OpenTopUps.tsx';

const ways = ['network', 'card'] as const;

/** Deposits paper money: by a network with a specimen receipt, or by a test card. */
export function DepositScreen() {
  const { t } = useWords();
  const [search, setSearch] = useSearchParams();
  const panel = useId();
  const way = search.get('by') === 'card' ? 'card' : 'network';
  return (
    <>
      <PageBar title={t('titles.deposit')} onBack={useBack()} />
      <main className={styles.page}>
        <Segments
          label={t('deposits.way')}
          panel={panel}
          options={ways.map((value) => ({ value, label: t(`deposits.ways.${value}`) }))}
          value={way}
          onChange={(value) => setSearch(value === 'card' ? { by: 'card' } : {}, { replace: true })}
        />
        <div id={panel} role="tabpanel" aria-label={t(`deposits.ways.${way}`)} className={styles.form}>
          <Loaded of={useTerms()} until={<SkeletonForm />}>
            {(terms) => (
              <>
                {way === 'network' && <OpenTopUps open={terms.open} />}
                {way === 'network' ? <NetworkForm terms={terms} /> : <CardForm terms={terms} />}
              </>
            )}
          </Loaded>
        </div>
      </main>
    </>
  );
}
