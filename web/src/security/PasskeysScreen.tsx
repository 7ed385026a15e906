import { canUsePasskeys } from '@glasshouse/kit/passkey.ts';
import type { removePasskey } from '@glasshouse/protocol/factors/calls';
import { useState } from 'react';
import { useBack } from '../lib/back.ts';
import { call } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { showToast } from '../ui/toast.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { ConfirmsFrom } from './ConfirmsFrom.tsx';
import { type Factors, useFactors, useFactorsChanged } from './calls.ts';
import styles from './Factors.module.css';
import { ProofForm } from './ProofForm.tsx';

const maxPasskeys = 5;

/** Lists, adds and removes passkeys. */
export function PasskeysScreen() {
  const { t } = useWords();
  const { data, isPending, error, refetch } = useFactors();
  return (
    <>
      <PageBar title={t('titles.passkeys')} onBack={useBack()} />
      <main className={styles.body}>
        <p className={styles.about}>{t('factors.passkeysAbout')}</p>
        {isPending && (
          <Card pad className={styles.card}>
            <Skeleton width="60%" height={20} />
            <Skeleton width="40%" />
          </Card>
        )}
        {error && <LoadFailed of={{ error, refetch }} title={t('factors.failed')} />}
        {data && <Keys factors={data} />}
        {data && <Adding factors={data} />}
      </main>
    </>
  );
}

function Adding({ factors }: { factors: Factors }) {
  const { t } = useWords();
  if (!canUsePasskeys()) return <Note>{t('factors.cannot')}</Note>;
  if (factors.passkeys.length >= maxPasskeys) return <Note>{t('factors.most')}</Note>;
  return <AddPasskey asked={factors.authenticatorSince !== null} />;
}

function Keys({ factors: { passkeys, authenticatorSince } }: { factors: Factors }) {
  const { t } = useWords();
  const [removing, setRemoving] = useState<string>();
  if (passkeys.length === 0) return <Empty title={t('factors.noPasskeys')} />;
  return (
    <ul className={styles.keys} aria-label={t('titles.passkeys')}>
      {passkeys.map((key) => (
        <li key={key.id} className={styles.card}>
          <Card pad className={styles.card}>
            <div className={styles.line}>
              <b className={styles.name}>{key.name}</b>
              <Button
                small
                kind="soft"
                aria-label={t('factors.removeNamed', { name: key.name })}
                onClick={() => setRemoving(key.id)}
              >
                {t('factors.remove')}
              </Button>
            </div>
            <p className={styles.small}>
              {t('factors.addedAt')} <TimeText at={key.createdAt} />
              <br />
              {key.usedAt ? (
                <>
                  {t('factors.usedAt')} <TimeText at={key.usedAt} />
                </>
              ) : (
                t('factors.neverUsed')
              )}
            </p>
            <p className={styles.small}>
              <ConfirmsFrom addedAt={key.createdAt} />
            </p>
          </Card>
          {removing === key.id && (
            <Removing passkey={key} asked={authenticatorSince !== null} onEnd={() => setRemoving(undefined)} />
          )}
        </li>
      ))}
    </ul>
  );
}

type RemovingProps = { passkey: { id: string; name: string }; asked: boolean; onEnd: () => void };

function Removing({ passkey: { id, name }, asked, onEnd }: RemovingProps) {
  const { t } = useWords();
  const changed = useFactorsChanged();
  return (
    <ProofForm
      asked={asked}
      danger
      about={t('factors.removeAbout', { name })}
      submit={t('factors.remove')}
      onCancel={onEnd}
      send={async (proof) => {
        await call<typeof removePasskey>('POST', '/index/user/removePasskey', { id, ...proof });
        showToast({ kind: 'success', text: t('factors.removed') });
        onEnd();
        await changed();
      }}
    />
  );
}
