import { RecoveryCodes, saveRecoveryCodes } from '@glasshouse/kit/RecoveryCodes.tsx';
import type { renewRecovery } from '@glasshouse/protocol/factors/calls';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { copyText } from '../ui/copy-text.ts';
import styles from './Factors.module.css';
import { ProofForm } from './ProofForm.tsx';

const queryKey = ['newCodes'];

/**
 * Recovery codes not yet confirmed as saved. After going Back, the user finds them again in this window, until logging
 * out.
 */
export function useNewCodes() {
  const queries = useQueryClient();
  const { data } = useQuery<readonly string[] | null>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    codes: data ?? undefined,
    setCodes: (codes: readonly string[] | undefined) => void queries.setQueryData(queryKey, codes ?? null),
  };
}

/** Recovery codes, shown only once. The user continues after confirming that they are saved. */
export function NewCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useWords();
  const [isSaved, setSaved] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // They replace the form, so the focus moves here and screen readers read the title.
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    if (isSaved) return;
    // Reloading loses the codes, so the browser asks before that.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSaved]);
  return (
    <Card pad className={styles.card}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {t('factors.codes')}
      </h2>
      <p className={styles.about}>{t('factors.codesAbout')}</p>
      <RecoveryCodes codes={codes} label={t('factors.codes')} />
      <div className={styles.acts}>
        <Button small kind="soft" icon="copy" onClick={() => void copyText(codes.join('\n'))}>
          {t('factors.copyCodes')}
        </Button>
        <Button small kind="soft" icon="download" onClick={() => saveRecoveryCodes(codes)}>
          {t('factors.saveCodes')}
        </Button>
      </div>
      <Checkbox checked={isSaved} onChange={setSaved}>
        {t('factors.codesKept')}
      </Checkbox>
      <Button disabled={!isSaved} hint={isSaved ? undefined : t('factors.codesFirst')} onClick={onKept}>
        {t('factors.done')}
      </Button>
    </Card>
  );
}

/** Replaces the recovery codes by new ones. */
export function RenewCodes({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
  const { t } = useWords();
  return (
    <ProofForm
      asked
      about={t('factors.renewAbout')}
      submit={t('factors.renew')}
      send={async (proof) => {
        const done = await call<typeof renewRecovery>('POST', '/index/user/renewRecovery', proof);
        onRenewed(done.recoveryCodes);
      }}
    />
  );
}
