import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { addDecimal, writeDecimal } from '@glasshouse/protocol/decimal';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { parseUnits, scales } from '@glasshouse/protocol/money';
import { receivedFor } from '@glasshouse/protocol/spot/settle';
import { useId } from 'react';
import { useHidden } from '../lib/hidden.ts';
import { quoteOf } from '../lib/quotes.ts';
import { useWords } from '../lib/words.tsx';
import { OpenProblem } from '../trading/OpenProblem.tsx';
import { Button } from '../ui/Button.tsx';
import { Coin } from '../ui/Coin.tsx';
import { type Holding, priceUnits, type Rules } from './amounts.ts';
import styles from './Spot.module.css';
import { useConvert } from './use-convert.ts';

const shown = 3;

/** Balances too small to trade with: one press sells each of them completely. */
export function SmallBalances({ rests, rules }: { rests: readonly Holding[]; rules: Rules }) {
  const { t } = useWords();
  const hidden = useHidden();
  const reason = useId();
  const converting = useConvert(rules);
  // Balances that would bring nothing are not sold.
  const worth = rests.filter((rest) => brings(rest, rules.spreadBp) > 0n);
  const sum = worth.reduce((total, { worth: each }) => addDecimal(total, each), '0');
  const named = rests.slice(0, shown).map(({ symbol, amount }) => `${symbol} ${hidden ? '••••' : formatExact(amount)}`);
  return (
    <div>
      <div className={styles.rest}>
        <span className={styles.pair}>
          {rests.slice(0, shown).map(({ symbol }) => (
            <Coin key={symbol} symbol={symbol} size={28} />
          ))}
        </span>
        <span className={styles.words}>
          <b>{t('spot.rests.count', { count: rests.length })}</b>
          <small>
            {named.join(' · ')}
            {rests.length > shown && ' …'}
          </small>
          <small>{t('spot.rests.worth', { amount: hidden ? '••••' : formatDecimal(sum) })}</small>
          {worth.length === 0 && <small id={reason}>{t('spot.rests.nothing')}</small>}
        </span>
        <Button
          small
          kind="soft"
          busy={converting.isPending}
          disabled={worth.length === 0}
          aria-describedby={worth.length === 0 ? reason : undefined}
          onClick={() => converting.convert(worth)}
        >
          {t('spot.rests.convert')}
        </Button>
      </div>
      <OpenProblem opening={converting} />
    </div>
  );
}

/** The amount that selling all of it would bring at the newest tick. */
function brings({ symbol, amount }: Holding, spreadBp: number): bigint {
  const coin = coinBySymbol(symbol)!;
  const quote = quoteOf(symbol);
  const given = parseUnits(amount, coin.symbol);
  if (!quote || given === undefined) return 0n;
  return receivedFor({ symbol: coin.id, side: 'sell', given, spreadBp }, priceUnits(coin, quote.price));
}

/** The same for all of them, as a decimal of USDT. */
export const broughtBy = (rests: readonly Holding[], spreadBp: number): string =>
  writeDecimal(
    rests.reduce((sum, rest) => sum + brings(rest, spreadBp), 0n),
    scales.USDT,
  );
