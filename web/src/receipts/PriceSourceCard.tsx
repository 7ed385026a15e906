import { messageDays } from '@glasshouse/protocol/market/tape';
import { dayMs } from '@glasshouse/protocol/utc-day';
import { useId } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Hash } from '../ui/Hash.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import type { MarkName, ShownReceipt } from './products/product.ts';
import { marksOf } from './products/registry.tsx';
import styles from './Receipt.module.css';
import type { Tick } from './tape-rows.ts';

/**
 * From whom the prices that decided were heard, and in which messages. Under rule 1 prices come from outside, or are older than that
 * rule's end on our own; those that say nothing are called that.
 */
export function PriceSourceCard({ receipt }: { receipt: ShownReceipt }) {
  const { t } = useWords();
  const id = useId();
  const { order, runs } = receipt;
  const ticks = runs.flatMap((run) => run.ticks);
  const heard = marksOf(receipt).flatMap(({ of, slot }) => {
    const tick = ticks.find((each) => each.heard && each.slot === slot);
    return tick?.heard ? [{ of, heard: tick.heard }] : [];
  });
  const isSilent = order.rule === 1 && !ticks.some((tick) => tick.heard);
  if (heard.length === 0 && !isSilent) return null;
  return (
    <Card pad aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{t('receipt.heard.title')}</h2>
      <p className={styles.lead}>{t(isSilent ? 'receipt.heard.none' : 'receipt.heard.text')}</p>
      {heard.map((each) => (
        <Word key={each.of} {...each} />
      ))}
      {heard.length > 0 && <p className={styles.lead}>{t('receipt.heard.kept')}</p>}
    </Card>
  );
}

function Word({ of, heard }: { of: MarkName; heard: NonNullable<Tick['heard']> }) {
  const { t } = useWords();
  const isKept = serverNow() - heard.at < messageDays * dayMs;
  return (
    <KeyValues>
      <KeyValue label={t(`receipt.heard.${of}`)}>
        <TimeText at={heard.at} />
      </KeyValue>
      <KeyValue label={t('receipt.heard.source')}>
        <Source name={heard.source} />
      </KeyValue>
      <KeyValue
        label={
          isKept ? (
            <a className={styles.link} href={`/heard/${heard.message}`} download>
              {t('receipt.heard.open')}
            </a>
          ) : (
            t('receipt.heard.message')
          )
        }
      >
        <Hash value={heard.message} label={t('receipt.heard.message')} />
      </KeyValue>
    </KeyValues>
  );
}

/** A long one goes on in the next line after its kind, not in the middle of its port. */
function Source({ name }: { name: string }) {
  const [kind, ...rest] = name.split('/');
  if (rest.length === 0) return name;
  return (
    <>
      {kind}/<wbr />
      {rest.join('/')}
    </>
  );
}
