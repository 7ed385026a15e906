import type { Results } from '@glasshouse/protocol/contracts/calls';
import type { CSSProperties, ReactNode } from 'react';
import { useWords } from '../../lib/words.tsx';
import { neededText, shareText } from '../../trading/percents.ts';
import styles from '../../trading/Results.module.css';
import { Card } from '../../ui/Card.tsx';
import { againstBreakEven } from './results.ts';

const coin = 5000;

/** The user's win rate, its confidence interval, and whether it differs from chance. */
export function WinRate({ results }: { results: Results }) {
  const { t } = useWords();
  const { winRate, interval, breakEven, total, verdict } = results;
  const decided = total.wins + total.losses;
  if (winRate === null || !interval || breakEven === null) {
    return (
      <Card pad aria-label={t('results.winRate')}>
        <p className={styles.label}>{t('results.winRate')}</p>
        <p className={styles.plain}>{t('results.noneDecided')}</p>
      </Card>
    );
  }
  const range = t('results.range', { low: shareText(interval.low), high: neededText(interval.high) });
  return (
    <Card pad aria-labelledby="win-rate">
      <h2 id="win-rate" className={styles.label}>
        {t('results.winRate')}
      </h2>
      <p className={styles.hero}>
        <b>{shareText(winRate)}</b>
        <span>{t('results.wonOf', { wins: total.wins, decided })}</span>
      </p>
      <Scale rate={winRate} interval={interval} breakEven={breakEven} />
      <dl className={styles.legend}>
        <Mark look={styles.dot} name={t('results.yours')} value={shareText(winRate)} />
        <Mark look={styles.band} name={t('results.likely')} value={range} />
        <Mark look={styles.coin} name={t('results.coin')} value={shareText(coin)} />
        <Mark look={styles.even} name={t('results.breakEven')} value={neededText(breakEven)} />
      </dl>
      <div className={styles.verdict}>
        <b>{t(`results.verdict.${verdict}`)}</b>
        <p>{t(`results.because.${verdict}`)}</p>
        {verdict !== 'too_few' && <p>{t(`results.against.${againstBreakEven(results)}`)}</p>}
      </div>
    </Card>
  );
}

type ScaleProps = { rate: number; interval: { low: number; high: number }; breakEven: number };

/** The same four figures on a scale from never to always; the text below says the same. */
function Scale({ rate, interval, breakEven }: ScaleProps) {
  const places = {
    '--rate': `${rate / 100}%`,
    '--low': `${interval.low / 100}%`,
    '--high': `${interval.high / 100}%`,
    '--even': `${breakEven / 100}%`,
  } as CSSProperties;
  return (
    <div className={styles.scale} style={places} aria-hidden="true">
      <div className={styles.track}>
        <i className={styles.likely} />
        <i className={styles.atCoin} />
        <i className={styles.atEven} />
        <i className={styles.atRate} />
      </div>
      <div className={styles.axis}>
        <span>0%</span>
        <span>50%</span>
        <span>100%</span>
      </div>
    </div>
  );
}

function Mark({ look, name, value }: { look: string | undefined; name: ReactNode; value: ReactNode }) {
  return (
    <div>
      <dt>
        <i className={look} aria-hidden="true" />
        {name}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
