import { classes } from '@glasshouse/kit/classes.ts';
import { directionOf, formatExact, formatSigned, placesOfMoney } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { slotMs } from '@glasshouse/protocol/market/tape';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Coin } from '../ui/Coin.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import type { Told } from './marks.ts';
import { type Decided, decided, decidedOption, decidedSpot, priceText, tickName, workings } from './order-words.ts';
import styles from './Receipt.module.css';

/** The order, the ticks that decided it, and the arithmetic in one line. */
export function OrderCard({ receipt }: { receipt: Told }) {
  if (receipt.product === 'option') return <OptionCard order={receipt.order} />;
  if (receipt.product === 'spot') return <SpotCard order={receipt.order} />;
  return <ContractCard order={receipt.order} />;
}

function ContractCard({ order }: { order: Order }) {
  const { t } = useWords();
  const { symbol, direction, seconds, stake, payout, entry, exit } = order;
  return (
    <Card>
      <Head symbol={symbol} way={direction === 'long' ? 'up' : 'down'} side={t(`contract.${direction}`)}>
        <span className={styles.seconds}>{t('ui.seconds', { seconds })}</span>
        <Change by={subtractDecimal(payout ?? stake, stake)} />
      </Head>
      <dl className={styles.pair}>
        <Side label={t('receipt.entryTick')} symbol={symbol} tick={entry} />
        <Side label={t('receipt.exitTick')} symbol={symbol} tick={exit} />
      </dl>
      <Formula words={decided(order)} working={workings(order)} result={formatExact(payout ?? stake)} />
    </Card>
  );
}

function OptionCard({ order }: { order: OptionOrder }) {
  const { t } = useWords();
  const { symbol, side, strike, premium, payout, quote, sale, exit } = order;
  return (
    <Card>
      <Head symbol={symbol} way={side === 'call' ? 'up' : 'down'} side={t(`option.${side}`)}>
        <span className={styles.seconds}>{t('receipt.option.strike', { price: priceText(order, strike) })}</span>
        <Change by={subtractDecimal(payout ?? premium, premium)} />
      </Head>
      <dl className={styles.pair}>
        <Side label={t('receipt.quoteTick')} symbol={symbol} tick={quote} />
        <Side label={t(sale ? 'receipt.saleTick' : 'receipt.exitTick')} symbol={symbol} tick={sale ?? exit} />
      </dl>
      <Formula {...decidedOption(order)} />
    </Card>
  );
}

function SpotCard({ order }: { order: SpotOrder }) {
  const { t } = useWords();
  const { symbol, side, exit } = order;
  return (
    <Card>
      <Head symbol={symbol} way={side === 'buy' ? 'up' : 'down'} side={t(`receipt.spot.${side}`)} />
      <dl className={styles.pair}>
        <Side label={t('receipt.fillTick')} symbol={symbol} tick={exit} />
      </dl>
      <Formula {...decidedSpot(order)} />
    </Card>
  );
}

const Formula = ({ words, working, result }: Decided & { working?: string }) => (
  <p className={styles.formula}>
    {words}
    {result !== undefined && (
      <>
        {' '}
        <span>
          {working} = <b>{result}</b>
        </span>
      </>
    )}
  </p>
);

type HeadProps = { symbol: string; way: 'up' | 'down'; side: string; children?: ReactNode };
const Head = ({ symbol, way, side, children }: HeadProps) => (
  <div className={styles.head}>
    <Coin symbol={symbol} size={24} />
    <b>{symbol}/USDT</b>
    <Tag tone={way} icon={way}>
      {side}
    </Tag>
    {children && <span className={styles.sums}>{children}</span>}
  </div>
);

const Change = ({ by }: { by: string }) => (
  <b className={classes(styles.change, styles[directionOf(by)])}>{formatSigned(by, placesOfMoney(by))}</b>
);

type SideProps = { label: string; symbol: string; tick: { slot: number; price: string } | null };
function Side({ label, symbol, tick }: SideProps) {
  const { t } = useWords();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{tick ? priceText({ symbol }, tick.price) : '–'}</b>
        <small>
          {tick ? (
            <>
              <span>{tickName(tick.slot)} ·</span> <TimeText at={tick.slot * slotMs} part="time" />
            </>
          ) : (
            t('contract.result.noTick')
          )}
        </small>
      </dd>
    </div>
  );
}
