import { formatExact } from '@glasshouse/kit/format.ts';
import { writeDecimal } from '@glasshouse/protocol/decimal';
import { useWords, Words } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Assets.module.css';
import type { Quote, Side } from './exchange.ts';

type WorkingProps = {
  quote: Quote | undefined;
  to: Side;
  rate: string;
  /** The announced rate and when it takes effect. */
  next: { from: string; cnyRate: string } | null;
  tooSmall: boolean;
  /** The decimals of the received currency. */
  smallest: number;
};

/** The result of an exchange and its calculation. */
export function Working({ quote, to, rate, next, tooSmall, smallest }: WorkingProps) {
  const { t } = useWords();
  const unit = `${writeDecimal(1n, smallest)} ${to}`;
  return (
    <Card pad className={styles.sum} aria-label={t('assets.exchange.receive')}>
      <KeyValues>
        <KeyValue
          label={t('assets.exchange.rate')}
          note={next && <Words k="assets.exchange.next" time={<TimeText at={next.from} />} rate={next.cnyRate} />}
        >
          1 USDT = {rate} CNY
        </KeyValue>
        <KeyValue label={t('assets.exchange.receive')} note={quote?.working}>
          <b>
            {formatExact(quote?.received ?? '0')} {to}
          </b>
        </KeyValue>
      </KeyValues>
      <p className={styles.rounding} role="status">
        {tooSmall ? t('assets.exchange.tooSmall', { unit }) : t('assets.exchange.rounding', { unit })}
      </p>
    </Card>
  );
}
