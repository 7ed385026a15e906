import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { beginAuthenticator } from '@glasshouse/protocol/factors/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useBack } from '../lib/back.ts';
import { call } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { ConfirmsFrom, WaitsToConfirm } from './ConfirmsFrom.tsx';
import { type Factors, useFactors, useFactorsChanged } from './calls.ts';
import styles from './Factors.module.css';
import { Pairing } from './Pairing.tsx';
import { NewCodes, RenewCodes, useNewCodes } from './RecoveryCodes.tsx';
import { TurnOff } from './TurnOff.tsx';

/** Pairs the authenticator app, renews its recovery codes, and turns it off. */
export function AuthenticatorScreen() {
  const { t } = useWords();
  const factors = useFactors();
  const changed = useFactorsChanged();
  const { codes, setCodes } = useNewCodes();
  function show(made: readonly string[]) {
    setCodes(made);
    void changed();
  }
  return (
    <>
      <PageBar title={t('titles.authenticator')} onBack={useBack()} />
      <main className={styles.body}>
        <p className={styles.about}>{t('factors.authenticatorAbout')}</p>
        {factors.isPending && (
          <Card pad className={styles.card}>
            <Skeleton width="60%" height={20} />
            <Skeleton height={44} />
          </Card>
        )}
        {factors.error && <LoadFailed of={factors} title={t('factors.failed')} />}
        {codes && (
          <>
            <Note tone="ok">{t('factors.turnedOn')}</Note>
            <NewCodes codes={codes} onKept={() => setCodes(undefined)} />
          </>
        )}
        {!codes && factors.data?.authenticatorSince === null && <Off onPaired={show} />}
        {!codes && factors.data?.authenticatorSince && <On factors={factors.data} onRenewed={show} />}
      </main>
    </>
  );
}

function Off({ onPaired }: { onPaired: (codes: readonly string[]) => void }) {
  const { t } = useWords();
  const begin = useMutation({
    mutationFn: () => call<typeof beginAuthenticator>('POST', '/index/user/beginAuthenticator', {}),
  });
  return (
    <>
      <Note>
        {t('factors.endsSessions')} <WaitsToConfirm />
      </Note>
      {begin.data ? (
        <Pairing {...begin.data} onPaired={onPaired} />
      ) : (
        <Button busy={begin.isPending} onClick={() => begin.mutate()}>
          {t('factors.turnOn')}
        </Button>
      )}
    </>
  );
}

function On({ factors, onRenewed }: { factors: Factors; onRenewed: (codes: readonly string[]) => void }) {
  const { t } = useWords();
  const [act, setAct] = useState<'renew' | 'off'>();
  const toggle = (pressed: 'renew' | 'off') => setAct(act === pressed ? undefined : pressed);
  return (
    <>
      <Card pad className={styles.card}>
        <div className={styles.line}>
          <span>
            {t('factors.onSince')} <TimeText at={factors.authenticatorSince!} part="date" />
          </span>
          <Tag tone="ok">{t('factors.isOn')}</Tag>
        </div>
        <p className={styles.small}>
          <ConfirmsFrom addedAt={factors.authenticatorSince!} />
        </p>
        <p className={styles.about}>{t('factors.codesLeft', { count: factors.recoveryCodesLeft })}</p>
        <div className={styles.acts}>
          <Button small kind="soft" aria-expanded={act === 'renew'} onClick={() => toggle('renew')}>
            {t('factors.renew')}
          </Button>
          <Button small kind="soft" aria-expanded={act === 'off'} onClick={() => toggle('off')}>
            {t('factors.turnOff')}
          </Button>
        </div>
      </Card>
      {act === 'renew' && <RenewCodes onRenewed={onRenewed} />}
      {act === 'off' && <TurnOff />}
    </>
  );
}
