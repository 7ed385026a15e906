import { formatWhole } from '@glasshouse/kit/format.ts';
import { knownToOperator } from '@glasshouse/protocol/beacon/chain';
import { dayOf, firstSlotOf, msOf } from '@glasshouse/protocol/market/tape';
import type { Check } from '@glasshouse/protocol/orders/product';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { restingOn } from '@glasshouse/protocol/orders/receipt';
import { waitsForAll } from '@glasshouse/protocol/orders/tape-rule';
import { useId } from 'react';
import { Link } from '../lib/router.tsx';
import { serverNow } from '../lib/server-clock.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Hash } from '../ui/Hash.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './LogCard.module.css';

type PriceOriginCardProps = { receipt: AnyReceipt; checks: readonly Check[] | undefined };

/**
 * The origin of the prices, or when a receipt will state it. External prices, and those in given-up slots, are not
 * generated, so such a receipt contains no seed.
 */
export function PriceOriginCard({ receipt, checks }: PriceOriginCardProps) {
  const { t } = useWords();
  const id = useId();
  const { log, gap, drawn, order } = receipt;
  const found = checks?.find(({ name }) => name === 'drawn');
  const isWrong = checks !== undefined && found !== undefined && !(found.ok && !restingOn(checks, 'drawn'));
  if (!log || gap || !waitsForAll(order.rule)) return null;
  return (
    <Card pad aria-labelledby={id} className={styles.log}>
      <h2 id={id}>{t('receipt.made.title')}</h2>
      {drawn ? (
        <OriginDetails receipt={receipt} drawn={drawn} isWrong={isWrong} isChecked={checks !== undefined} />
      ) : (
        <OriginPending decidedSlot={decidedSlot(order)} />
      )}
    </Card>
  );
}

/** Later prices don't matter for an option that was sold. */
const decidedSlot = (order: AnyReceipt['order']) => ('sale' in order ? order.sale?.slot : undefined) ?? order.dueSlot;

const revealedWithin = 5 * 60_000; // after the end of the day

function OriginPending({ decidedSlot }: { decidedSlot: number }) {
  const over = msOf(firstSlotOf(dayOf(decidedSlot) + 1));
  const k = serverNow() > over + revealedWithin ? 'receipt.made.without' : 'receipt.made.later';
  return (
    <p>
      <Words k={k} time={<TimeText at={over} />} />
    </p>
  );
}

type OriginDetailsProps = {
  receipt: AnyReceipt;
  drawn: NonNullable<AnyReceipt['drawn']>;
  isWrong: boolean;
  isChecked: boolean;
};

function OriginDetails({ receipt: { runs, log }, drawn, isWrong, isChecked }: OriginDetailsProps) {
  const { t } = useWords();
  if (isWrong) return <Note tone="error">{t('receipt.made.wrong')}</Note>;
  const chains = new Map(drawn.map(({ beacon }) => [beacon.hash, beacon]));
  return (
    <>
      {isChecked && <p>{t(runs.length > 1 ? 'receipt.made.endText' : 'receipt.made.text')}</p>}
      {drawn.map(({ seed, commitment, rounds }) => (
        <div key={commitment.place}>
          <p className={styles.places}>
            <Words
              k={commitment.place < log!.order.place ? 'receipt.made.announced' : 'receipt.made.announcedLater'}
              place={<Link to={`/publiclog/${commitment.place}`}>{formatWhole(commitment.place)}</Link>}
            />
          </p>
          <KeyValues>
            <KeyValue label={t('tape.seed')}>
              <Hash value={seed} label={t('tape.seed')} />
            </KeyValue>
            <KeyValue label={t('receipt.made.rounds')}>
              {t('receipt.made.span', {
                first: formatWhole(rounds[0]!.round),
                last: formatWhole(rounds.at(-1)!.round),
              })}
            </KeyValue>
          </KeyValues>
        </div>
      ))}
      {[...chains.values()].map((chain) => (
        <Note key={chain.hash}>
          <b>{chain.name}</b> · {t(knownToOperator(chain) ? 'tape.beacon.known' : 'tape.beacon.public')}
        </Note>
      ))}
    </>
  );
}
