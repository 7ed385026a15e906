import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { msOf } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { isFlash } from '@glasshouse/protocol/options/terms';
import { useHidden } from '../lib/hidden.ts';
import { useTape } from '../lib/quotes.ts';
import { useQuote } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import styles from '../trading/Positions.module.css';
import { SlipDoubt } from '../trading/SlipDoubt.tsx';
import { Button } from '../ui/Button.tsx';
import { CountdownRing } from '../ui/CountdownRing.tsx';
import { useBoard, volatilityLeft } from './board.ts';
import { choose } from './choices.ts';
import { leftText, lifeText } from './lives.ts';
import { aboutMoney, coinOf, optionFrom, reckonedFrom, signedMoney, strikeText, wayOf, worthOf } from './reckon.ts';

type PositionRowProps = { order: OptionOrder; now: number; onSell: () => void };

/** One open option: time left on the server's clock, what it would be sold back for now, and the button that does it. */
export function PositionRow({ order, now, onSell }: PositionRowProps) {
  const { t } = useWords();
  const { symbol, side, seconds, strike, size, premium, dueSlot } = order;
  const coin = coinOf(symbol);
  const worth = useWorth(order, now);
  const show = () => {
    choose({ symbol, ...(isFlash(seconds) ? { view: 'flash', flash: seconds } : { view: 'clock', clock: seconds }) });
    window.scrollTo({ top: 0 });
  };
  const money = `${formatExact(size)} ${symbol}`;
  return (
    <li className={styles.row}>
      <CountdownRing
        endsAt={msOf(dueSlot)}
        total={msOf(dueSlot - order.headSlot)}
        now={now}
        wordless
        textOf={leftText}
      />
      <div className={styles.what}>
        <span className={styles.name}>
          <button type="button" onClick={show}>
            <b>{symbol}</b>
            <span className="vh">{t('contract.showOnChart')}</span>
          </button>
          <Tag tone={wayOf(side)} icon={wayOf(side)}>
            {t(`option.${side}`)}
          </Tag>
        </span>
        <small>{`${t('option.strike')} ${isFlash(seconds) ? formatDecimal(strike, coin.decimals) : strikeText(strike, coin)} · ${money}`}</small>
      </div>
      <div className={styles.stands}>
        <Stands worth={worth} premium={premium} isOver={msOf(dueSlot) <= now} />
      </div>
      <div className={styles.deed}>
        <small>{t('option.paid', { amount: formatExact(premium), life: lifeText(seconds) })}</small>
        {msOf(dueSlot) > now && worth !== undefined && (
          <Button small kind="soft" onClick={onSell}>
            {t('option.sellAt', { amount: aboutDown(worth) })}
          </Button>
        )}
      </div>
      <SlipDoubt id={order.id} />
    </li>
  );
}

const cent = 10_000n;
/** Rounded down: no less is paid. */
const aboutDown = (units: bigint) => aboutMoney(units - (units % cent));

/** What it would be bought back for by the newest tick; undefined while nobody knows. */
function useWorth(order: OptionOrder, now: number): bigint | undefined {
  const { symbol, dueSlot } = order;
  const quote = useQuote(symbol);
  const paused = useTape((tape) => tape.paused !== undefined);
  const { data: board } = useBoard(symbol, msOf(dueSlot) > now);
  const left = msOf(dueSlot - (quote?.slot ?? dueSlot)) / 1000;
  const volatility = board && board.slot !== null ? volatilityLeft(board, left) : undefined;
  // An old price says nothing about how it stands.
  if (!quote || !board || volatility === undefined || paused || quote.slot >= dueSlot) return undefined;
  const by = reckonedFrom({ ...quote, volatility, model: board.model }, coinOf(symbol));
  return worthOf(optionFrom(order), dueSlot, by);
}

function Stands({ worth, premium, isOver }: { worth: bigint | undefined; premium: string; isOver: boolean }) {
  const { t } = useWords();
  const hidden = useHidden();
  if (isOver) return <small>{t('ui.settling')}</small>;
  if (worth === undefined) return null;
  const change = worth - (parseUnits(premium, 'USDT') ?? 0n);
  const tone = change > 0n ? styles.ahead : change < 0n ? styles.behind : undefined;
  return (
    <>
      <small>{t('option.worthNow')}</small>
      <b>{hidden ? '••••' : aboutDown(worth)}</b>
      {!hidden && <small className={tone}>{signedMoney(change)}</small>}
    </>
  );
}
