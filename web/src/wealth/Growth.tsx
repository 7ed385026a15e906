import { formatSigned } from '@glasshouse/kit/format.ts';
import { useId } from 'react';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './Growth.module.css';
import { drawn, height, pathOf, width } from './growth.ts';
import type { Calculated } from './sums.ts';
import { dateOf, exactly, moreThan, paidBack } from './sums.ts';

/** The money in the product compared to the same money left in the wallet. */
export function Growth({ terms, schedule, fits, now }: Calculated) {
  const { t } = useWords();
  const clip = useId();
  const { amount, total, returned, startsAt, endsAt } = schedule;
  const path = pathOf(terms, schedule, now);
  const { line, level, x, y } = drawn(path, amount);
  const back = terms.kind === 'machine' ? paidBack(terms, startsAt) : undefined;
  const write = (units: bigint) => (fits ? exactly(units) : '–');
  const said = (amount: string) => (fits ? `${amount} USDT` : amount);
  const end = write(returned + total);
  const left = write(amount);
  const first = write(path[0]!.amount);
  const [from, until] = [dateOf(terms, now), dateOf(terms, endsAt)];
  return (
    <Card pad aria-labelledby="growth">
      <h2 id="growth" className={styles.title}>
        {t('wealth.growth.title')}
      </h2>
      <svg
        className={styles.picture}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('wealth.growth.said', { from, until, end, left })}
      >
        <clipPath id={`${clip}above`}>
          <rect width={width} height={level} />
        </clipPath>
        <clipPath id={`${clip}below`}>
          <rect y={level} width={width} height={height - level} />
        </clipPath>
        {fits && (
          <>
            <path className={styles.more} clipPath={`url(#${clip}above)`} d={`${line}V${level}H0Z`} />
            <path className={styles.less} clipPath={`url(#${clip}below)`} d={`${line}V${level}H0Z`} />
          </>
        )}
        <path className={styles.wallet} d={`M0 ${level}H${width}`} />
        {back && <path className={styles.mark} d={`M${x(back.at)} 0V${height}`} />}
        {fits && <path className={styles.line} d={line} />}
        {fits && <path className={styles.dot} d={`M${width} ${y(path.at(-1)!.amount)}h0`} />}
      </svg>
      <div className={styles.axis}>
        <span>
          <b>{first}</b>
          {from}
        </span>
        {back && <span>{t('wealth.growth.paidBack', { day: back.day })}</span>}
        <span>
          <b>{end}</b>
          {until}
        </span>
      </div>
      <dl className={styles.legend}>
        <div>
          <dt>{t(terms.kind === 'machine' ? 'wealth.growth.brought' : 'wealth.growth.inProduct')}</dt>
          <dd>
            {said(end)}
            {fits && <small> {formatSigned(moreThan(amount, returned + total))}%</small>}
          </dd>
        </div>
        <div>
          <dt className={styles.inWallet}>{t('wealth.growth.inWallet')}</dt>
          <dd>{said(left)}</dd>
        </div>
      </dl>
      {terms.kind !== 'machine' && fits && <p className={styles.scale}>{t('wealth.growth.scale', { low: first })}</p>}
    </Card>
  );
}
