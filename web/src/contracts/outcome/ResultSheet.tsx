import { classes } from '@glasshouse/kit/classes.ts';
import { formatExact, formatSigned, placesOf } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { useWords } from '../../lib/words.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Coin } from '../../ui/Coin.tsx';
import { KeyValue, KeyValues } from '../../ui/KeyValues.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { percentOf } from '../odds.ts';
import { OwnRecord } from './OwnRecord.tsx';
import { ResultPath } from './ResultPath.tsx';
import styles from './ResultSheet.module.css';
import { ResultTicks } from './ResultTicks.tsx';
import { changeOf, reasonOf } from './result-words.ts';
import { closeResults, type Ended, nextResult, useWaiting } from './results.ts';

// Every end has the same shape, size and calm; only sign, word and colour differ.
const looks = {
  win: { tone: 'up', icon: 'check' },
  lose: { tone: 'down', icon: 'close' },
  draw: { tone: 'neutral', icon: 'equal' },
  void: { tone: 'neutral', icon: 'equal' },
} as const;

/** What an order came to, one after the other if several have ended. */
export function ResultSheet() {
  const { t } = useWords();
  const waiting = useWaiting((results) => results.waiting);
  const order = waiting[0];
  const more = waiting.length - 1;
  return (
    <Sheet
      open={order !== undefined}
      onClose={closeResults}
      title={t('contract.result.title')}
      footer={
        order && (
          <div className={styles.acts}>
            <ButtonLink kind="proof" icon="proof" to={`/contract/receipt/${order.id}`}>
              {t('contract.result.verify')}
            </ButtonLink>
            <Button onClick={more > 0 ? nextResult : closeResults}>
              {more > 0 ? t('contract.result.next', { count: more }) : t('contract.result.done')}
            </Button>
          </div>
        )
      }
    >
      {order && <Result key={order.id} order={order} />}
    </Sheet>
  );
}

function Result({ order }: { order: Ended }) {
  const { t } = useWords();
  const { symbol, direction, seconds, outcome, stake, payout, returnBp } = order;
  const { tone, icon } = looks[outcome];
  const change = changeOf(order);
  const way = direction === 'long' ? 'up' : 'down';
  const staked = formatExact(stake);
  const workings = {
    win: `${staked} + ${staked} × ${percentOf(returnBp)}`,
    lose: undefined,
    draw: t('contract.result.equalReturns'),
    void: t('contract.result.lateReturns'),
  };
  return (
    <>
      <p className={styles.what}>
        <Coin symbol={symbol} size={24} />
        <b>{symbol}/USDT</b>
        <Tag tone={way} icon={way}>
          {t(`contract.${direction}`)}
        </Tag>
        <span>{t('ui.seconds', { seconds })}</span>
      </p>
      <p className={styles.hero}>
        <b className={classes(styles.change, styles[tone])}>{formatSigned(change, placesOf(change))}</b>
        <span className={styles.unit}>USDT</span>
        <Tag tone={tone} icon={icon}>
          {t(`orders.outcome.${outcome}`)}
        </Tag>
      </p>
      <p className={styles.reason}>{reasonOf(order)}</p>
      <ResultPath order={order} tone={tone} />
      <ResultTicks order={order} decimals={coinBySymbol(symbol)?.decimals ?? 2} />
      <KeyValues>
        <KeyValue label={t('orders.stake')}>{staked} USDT</KeyValue>
        <KeyValue label={t('contract.result.payout')} note={workings[outcome]}>
          {formatExact(payout)} USDT
        </KeyValue>
        <OwnRecord order={order} />
      </KeyValues>
    </>
  );
}
