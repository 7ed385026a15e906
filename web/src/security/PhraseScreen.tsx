import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { setMailPhrase } from '@glasshouse/protocol/security/calls';
import { phraseLength, readPhrase } from '@glasshouse/protocol/security/phrase';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useBack } from '../lib/back.ts';
import { call } from '../lib/call.ts';
import { type ConfirmedBy, withProof } from '../lib/confirm.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TradeProof } from '../ui/TradeProof.tsx';
import { showToast } from '../ui/toast.ts';
import { type Overview, securityKey, useOverview } from './calls.ts';
import styles from './Factors.module.css';

/** Sets, changes or removes the phrase that every mail to the user shows. The phrase is never shown here. */
export function PhraseScreen() {
  const { t } = useWords();
  const { data, isPending, error, refetch } = useOverview();
  return (
    <>
      <PageBar title={t('titles.phrase')} onBack={useBack()} />
      <main className={styles.body}>
        <p className={styles.about}>{t('security.phraseAbout')}</p>
        {isPending && (
          <Card pad className={styles.card}>
            <Skeleton width="60%" height={20} />
            <Skeleton height={44} />
          </Card>
        )}
        {error && <LoadFailed of={{ error, refetch }} title={t('security.waysFailed')} />}
        {data && <Phrase overview={data} />}
      </main>
    </>
  );
}

function Phrase({ overview }: { overview: Overview }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isJudged, setIsJudged] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { mailPhrase: isSet, email } = overview;
  const code = overview.authenticator !== null;
  const isRight = readPhrase(typed) !== undefined;
  async function send(phrase: string | null, by: ConfirmedBy) {
    const path = '/index/user/mailPhrase';
    await call<typeof setMailPhrase>('POST', path, await withProof(path, { phrase }, by));
    showToast({ kind: 'success', text: t(phrase === null ? 'security.phraseRemoved' : 'security.phraseSaved') });
    setTyped('');
    setIsJudged(false);
    setIsRemoving(false);
    // The pressed button disappears with its form.
    heading.current?.focus();
    await queries.invalidateQueries({ queryKey: securityKey });
  }
  return (
    <>
      {email === null && (
        <Note tone="amber" icon="mail">
          {t('security.phraseNoEmail')}
        </Note>
      )}
      <Card pad className={styles.card}>
        <div className={styles.line}>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {t('titles.phrase')}
          </h2>
          <Tag tone={isSet ? 'ok' : 'neutral'}>{t(isSet ? 'security.phraseIsSet' : 'security.phraseUnset')}</Tag>
        </div>
        {!isRemoving && (
          <TradeProof
            // A new key clears the form, including the password, after saving.
            key={String(isSet)}
            code={code}
            submit={t('security.phraseSave')}
            check={() => {
              setIsJudged(true);
              return isRight;
            }}
            send={(by) => send(readPhrase(typed)!, by)}
          >
            <TextField
              label={t(isSet ? 'security.phraseNew' : 'security.phrase')}
              help={t('security.phraseHelp', phraseLength)}
              error={isJudged && !isRight ? t('security.phraseWrong', phraseLength) : undefined}
              name="mail-phrase"
              autoComplete="off"
              maxLength={64}
              value={typed}
              onChange={setTyped}
            />
            <p className={styles.small}>{t('security.phraseWarn')}</p>
          </TradeProof>
        )}
        {isRemoving && (
          <>
            <p>{t('security.phraseRemoveAbout')}</p>
            <TradeProof
              code={code}
              danger
              autoFocus
              submit={t('security.phraseRemove')}
              send={(by) => send(null, by)}
              onCancel={() => {
                setIsRemoving(false);
                heading.current?.focus();
              }}
            />
          </>
        )}
      </Card>
      {isSet && !isRemoving && (
        <Button kind="soft" onClick={() => setIsRemoving(true)}>
          {t('security.phraseRemove')}
        </Button>
      )}
    </>
  );
}
