import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { useWords } from '../../lib/words.tsx';
import { ResultFrame, ResultHead } from '../../trading/ResultFrame.tsx';
import { ResultTicks } from '../../trading/ResultTicks.tsx';
import { KeyValue, KeyValues } from '../../ui/KeyValues.tsx';
import { lifeText } from '../lives.ts';
import { Payoff } from '../Payoff.tsx';
import { coinOf, wayOf } from '../reckon.ts';
import { OwnRecord } from './OwnRecord.tsx';
import { changeOf, evenOf, reasonOf, receiptPath, toneOf } from './result-words.ts';
import { type Ended, results } from './results.ts';

const icons = { up: 'check', down: 'close', neutral: 'equal' } as const;

/** What an option came to. */
export function OptionResultSheet() {
  return (
    <ResultFrame of={results} receipt={({ id }) => receiptPath(id)}>
      {(order) => <Result key={order.id} order={order} />}
    </ResultFrame>
  );
}

function Result({ order }: { order: Ended }) {
  const { t } = useWords();
  const { symbol, side, seconds, size, outcome, strike, premium, quote, sale } = order;
  const coin = coinOf(symbol);
  const tone = toneOf(order);
  const end = order.exit ?? sale;
  const place = sale ? 'sold' : 'ended';
  const decided = end && t(`option.result.tick.${place}`, { number: tickNumber(end.slot) });
  return (
    <>
      <ResultHead
        symbol={symbol}
        side={{ way: wayOf(side), name: t(`option.${side}`) }}
        about={`${lifeText(seconds)} · ${formatExact(size)} ${symbol}`}
        change={changeOf(order)}
        outcome={{ tone, icon: icons[tone], name: t(`option.outcome.${outcome}`) }}
        reason={reasonOf(order)}
      />
      {end && <Picture order={order} price={end.price} />}
      <ResultTicks
        from={{ name: t('option.result.tick.strike', { number: tickNumber(quote.slot) }), price: strike }}
        to={{ name: decided ?? t('orders.exit'), price: end?.price }}
        decimals={coin.decimals}
      />
      <KeyValues>
        <KeyValue label={t('option.premium')}>{formatExact(premium)} USDT</KeyValue>
        <KeyValue label={t('contract.result.payout')} note={workingOf(order)}>
          {formatExact(order.payout)} USDT
        </KeyValue>
        <OwnRecord order={order} />
      </KeyValues>
    </>
  );
}

/** How the payout came about, where it is a product of two figures. */
function workingOf({ symbol, side, strike, size, exit }: Ended): string | undefined {
  if (!exit) return undefined;
  const gained = side === 'call' ? subtractDecimal(exit.price, strike) : subtractDecimal(strike, exit.price);
  if (compareDecimal(gained, '0') <= 0) return undefined;
  return `${formatDecimal(gained, coinOf(symbol).decimals)} × ${formatExact(size)}`;
}

function Picture({ order, price }: { order: Ended; price: string }) {
  const { t } = useWords();
  const { symbol, side, strike, size, premium } = order;
  const { decimals } = coinOf(symbol);
  const even = evenOf(order);
  const perCoin = Number(premium) / Number(size);
  const shown = formatDecimal(price, decimals);
  const tag = t(order.sale ? 'option.result.soldAt' : 'option.result.endedAt', { price: shown });
  const words = { side: t(`option.${side}`), premium: formatExact(premium), price: formatDecimal(even, decimals) };
  return (
    <Payoff
      drawn={{ side, strike: Number(strike), premium: perCoin, now: Number(price) }}
      label={`${t(`option.picture.${side}`, words)} ${tag}`}
      tag={tag}
      tone={order.sale ? 'neutral' : toneOf(order)}
      loss={`−${formatExact(premium)}`}
      strike={`${t('option.strike')} ${formatDecimal(strike, decimals)}`}
      even={
        <b>
          {t('option.breakEven')} {formatDecimal(even, decimals)}
        </b>
      }
    />
  );
}
