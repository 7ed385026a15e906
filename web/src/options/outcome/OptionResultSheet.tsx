import { formatDecimal, formatExact, formatMoney, formatSigned } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { isFlash } from '@glasshouse/protocol/options/terms';
import type { ReactNode } from 'react';
import { t, useWords } from '../../lib/words.tsx';
import { ResultFrame, ResultHead } from '../../trading/ResultFrame.tsx';
import { ResultTicks } from '../../trading/ResultTicks.tsx';
import { KeyValue, KeyValues } from '../../ui/KeyValues.tsx';
import { lifeText, termText } from '../lives.ts';
import { Payoff } from '../Payoff.tsx';
import { coinOf } from '../quote-facts.ts';
import { useResults } from '../results/results.ts';
import { sideOf } from '../side.ts';
import styles from '../Ticket.module.css';
import { changeOf, type EndedOption, evenOf, options, outcomeOf, reasonOf, toneOf } from './results.ts';

/** The user's results with options of this life so far, next to what the spread alone would have cost. */
function OwnRecord({ order: { seconds } }: { order: EndedOption }) {
  const { t } = useWords();
  const { data } = useResults('all');
  const own = data?.byLife.find((each) => each.seconds === seconds);
  if (!own) return null;
  return (
    <KeyValue
      label={t('option.result.record', { life: lifeText(seconds) })}
      note={t('option.result.spread', { amount: formatSigned(`-${own.spread}`) })}
    >
      {t('option.inProfitOf', { count: own.count, wins: own.inProfit })} · {formatSigned(own.profit)}
    </KeyValue>
  );
}

/** The result of an option. */
export function OptionResultSheet() {
  return (
    <ResultFrame of={options}>
      {(order) => (
        <Result key={order.id} order={order}>
          <OwnRecord order={order} />
        </Result>
      )}
    </ResultFrame>
  );
}

/** The name of the strike: for an option that starts at the tap, a tick set it. */
function struckBy({ seconds, terms = 1, quote, headSlot }: EndedOption): string {
  if (!isFlash(seconds)) return t('option.strike');
  return t('option.result.tick.strike', { number: tickNumber(terms === 1 ? quote.slot : headSlot) });
}

/** One result, with further details below its figures. */
export function Result({ order, children }: { order: EndedOption; children?: ReactNode }) {
  const { t } = useWords();
  const { symbol, size, strike, premium, sale } = order;
  const coin = coinOf(symbol);
  const end = order.exit ?? sale;
  const place = sale ? 'sold' : 'ended';
  const decided = end && t(`option.result.tick.${place}`, { number: tickNumber(end.slot) });
  return (
    <>
      <ResultHead
        symbol={symbol}
        side={sideOf(order)}
        about={`${termText(order)} · ${formatExact(size)} ${symbol}`}
        change={changeOf(order)}
        outcome={outcomeOf(order)}
        reason={reasonOf(order)}
      />
      {end && <Picture order={order} price={end.price} />}
      {sale && <p className={styles.likely}>{t('option.result.line')}</p>}
      <ResultTicks
        from={{ name: struckBy(order), price: strike }}
        to={{ name: decided ?? t('orders.exit'), price: end?.price }}
        decimals={coin.decimals}
      />
      <KeyValues>
        <KeyValue label={t('option.premium')}>{formatExact(premium)} USDT</KeyValue>
        <KeyValue label={t('contract.result.payout')} note={workingOf(order)}>
          {formatExact(order.payout)} USDT
        </KeyValue>
        {children}
      </KeyValues>
    </>
  );
}

/** How the payout was computed, if it is a product of two figures. */
function workingOf({ symbol, side, strike, size, exit }: EndedOption): string | undefined {
  if (!exit) return undefined;
  const gained = side === 'call' ? subtractDecimal(exit.price, strike) : subtractDecimal(strike, exit.price);
  if (compareDecimal(gained, '0') <= 0) return undefined;
  return `${formatDecimal(gained, coinOf(symbol).decimals)} × ${formatExact(size)}`;
}

function Picture({ order, price }: { order: EndedOption; price: string }) {
  const { t } = useWords();
  const { symbol, side, strike, size, premium } = order;
  const { decimals } = coinOf(symbol);
  const even = evenOf(order);
  const [perCoin, sold] = [Number(premium) / Number(size), Number(changeOf(order)) / Number(size)];
  const shown = formatDecimal(price, decimals);
  const tag = t(order.sale ? 'option.result.soldAt' : 'option.result.endedAt', { price: shown });
  const words = { side: t(`option.${side}`), premium: formatMoney(premium), price: formatDecimal(even, decimals) };
  return (
    <Payoff
      data={{ side, strike: Number(strike), premium: perCoin, now: Number(price), ...(order.sale && { sold }) }}
      label={`${t(`option.picture.${side}`, words)} ${tag}`}
      tag={tag}
      tone={order.sale ? 'neutral' : toneOf(order)}
      loss={`−${formatMoney(premium)}`}
      strike={`${t('option.strike')} ${formatDecimal(strike, decimals)}`}
      even={
        <b>
          {t('option.breakEven')} {formatDecimal(even, decimals)}
        </b>
      }
    />
  );
}
