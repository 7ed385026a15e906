import { formatDecimal, formatExact, formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import { Coin } from '../../ui/Coin.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { Row } from '../../ui/Row.tsx';
import { givenIn, receivedIn } from '../amounts.ts';
import { receiptPath } from '../FilledSheet.tsx';
import styles from '../Spot.module.css';
import { hasEnded } from '../spot.ts';

/** One order: what was given, what came, and at which price. An ended one leads to its receipt. */
export function TradeRow({ order }: { order: SpotOrder }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { id, symbol, side, at, given, received, exit, outcome } = order;
  const way = side === 'buy' ? 'up' : 'down';
  const amount = (text: string, currency: string) => `${hidden ? '••••' : formatExact(text)} ${currency}`;
  const face = {
    lead: <Coin symbol={symbol} size={36} />,
    title: (
      <span className={styles.title}>
        {symbol}
        <Tag tone={way} icon={way}>
          {t(`spot.did.${side}`)}
        </Tag>
      </span>
    ),
    sub: (
      <span className={styles.facts}>
        <span>{formatTime(at, 'time')}</span>
        {exit && <span>{formatDecimal(exit.price, coinBySymbol(symbol)?.decimals)}</span>}
      </span>
    ),
    value: (
      <Figures below={<small>{amount(`-${given}`, givenIn(order))}</small>}>
        {outcome === 'filled' && received !== null && `+${amount(received, receivedIn(order))}`}
        {outcome === 'void' && t('orders.outcome.void')}
        {outcome === null && t('spot.records.open')}
      </Figures>
    ),
  };
  return hasEnded(order) ? <Row {...face} to={receiptPath(id)} /> : <Row {...face} />;
}
