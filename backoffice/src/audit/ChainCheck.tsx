import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Line } from '../ui/Page.tsx';
import styles from './ChainCheck.module.css';
import { forgetRecomputed, type Recomputed, recompute } from './chain.ts';

type Verdict = { state: 'working' | 'intact' | 'broken'; part?: Recomputed } | { state: 'failed'; why: string };

/** Recomputes every hash of the log in the browser and shows the result. */
export function ChainCheck() {
  const { t } = useWords();
  const [verdict, setVerdict] = useState<Verdict>({ state: 'working' });
  async function check(afresh: boolean) {
    if (afresh) forgetRecomputed();
    setVerdict({ state: 'working' });
    try {
      const part = await recompute((so) => setVerdict({ state: 'working', part: so }));
      setVerdict({ state: part.brokenAt === undefined ? 'intact' : 'broken', part });
    } catch (error) {
      setVerdict({ state: 'failed', why: sentenceOf(error) });
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => void check(false), []);
  const { state } = verdict;
  const bad = state === 'broken' || state === 'failed';
  return (
    <section className={classes(styles.verdict, bad && styles.bad)} role="status">
      <Icon name={bad ? 'proofx' : 'proof'} size={24} />
      <div className={styles.words}>
        <b>{t(`audit.verdict.${state}`)}</b>
        <span>
          {verdict.state === 'failed'
            ? verdict.why
            : verdict.state === 'broken'
              ? t('audit.brokenText', { entry: verdict.part?.brokenAt ?? 0 })
              : t('audit.recomputed', {
                  count: verdict.part?.state.entries ?? 0,
                  of: verdict.part?.of ?? 0,
                })}
        </span>
        {verdict.state === 'intact' && <code>{verdict.part?.state.head}</code>}
      </div>
      <Line>
        <Button kind="proof" icon="refresh" busy={state === 'working'} onClick={() => void check(true)}>
          {t('audit.again')}
        </Button>
      </Line>
    </section>
  );
}
