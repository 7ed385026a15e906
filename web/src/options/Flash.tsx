import { formatExact } from '@glasshouse/kit/format.ts';
import { writeDecimal } from '@glasshouse/protocol/decimal';
import type { Quote as Tick } from '@glasshouse/protocol/market/calls';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type { Board } from '@glasshouse/protocol/options/calls';
import { lifeSlots } from '@glasshouse/protocol/options/terms';
import { useRef } from 'react';
import { useAccount } from '../lib/account.ts';
import { useWords, Words } from '../lib/words.tsx';
import { MoveIn } from '../trading/MoveIn.tsx';
import { OpenProblem } from '../trading/OpenProblem.tsx';
import { PeriodChips } from '../trading/PeriodChips.tsx';
import { SlipAlarm } from '../trading/SlipAlarm.tsx';
import { useUnreadDoubt } from '../trading/slips.ts';
import { WaysIn } from '../trading/WaysIn.tsx';
import { choose, useChoices } from './choices.ts';
import { FlashButtons } from './FlashButtons.tsx';
import { FlashChart } from './FlashChart.tsx';
import { Held } from './Held.tsx';
import { lifeText } from './lives.ts';
import { NextSpread } from './NextSpread.tsx';
import { aboutMoney, coinOf, type Facts, factsOf, perCoinOf, reckonedFrom, signedMoney } from './reckon.ts';
import { SideCard } from './SideCard.tsx';
import { SizeField } from './SizeField.tsx';
import styles from './Ticket.module.css';
import { useBuying, useReason } from './use-buying.ts';
import { heldFacts, useHeld } from './use-held.ts';
import { obstacleOf, useMoney, useSize } from './use-size.ts';

type FlashProps = { symbol: string; board: Board; tick: Tick };

/** Options that run from the tap, struck at its price: where it may go, what both sides cost, and one tap to buy. */
export function Flash({ symbol, board, tick }: FlashProps) {
  const { t } = useWords();
  const { user } = useAccount();
  const coin = coinOf(symbol);
  const chosen = useChoices(({ flash }) => flash);
  const { seconds, volatility } = board.flash.find((life) => life.seconds === chosen) ?? board.flash[0]!;
  const size = useSize(coin, tick.price);
  const money = useMoney();
  const { held, error } = useHeld({ symbol, seconds, size: size.amount }, true);
  const by = reckonedFrom({ ...tick, volatility, model: board.model }, coin);
  const slots = lifeSlots(seconds, by.slot);
  const at = { symbol: coin.id, strike: by.price };
  const live = (side: Side): Facts => factsOf({ ...at, side, size: size.units }, by, slots, board.spreadBp);
  const facts = held ? heldFacts(held) : { call: live('call'), put: live('put') };
  const dearest = facts.call.premium > facts.put.premium ? facts.call : facts.put;
  const covered = (by.price * size.units) / 10n ** BigInt(coin.decimals + 2);
  const obstacle = size.amount ? obstacleOf(dearest.premium, covered, board, money.paid, money.available) : undefined;
  const reason = useReason(obstacle, size.amount !== undefined, error);
  const buying = useBuying();
  const doubted = useUnreadDoubt();
  const acts = useRef<HTMLDivElement>(null);
  const even = { call: facts.call.breakEven, put: facts.put.breakEven };
  return (
    <>
      <FlashChart
        key={`${symbol} ${seconds}`}
        symbol={symbol}
        decimals={coin.decimals}
        seconds={seconds}
        now={tick}
        volatility={volatility}
        even={{ call: writeDecimal(even.call, coin.decimals), put: writeDecimal(even.put, coin.decimals) }}
      />
      <section className={styles.ticket} aria-label={t('contract.ticket')}>
        <PeriodChips
          label={t('option.life')}
          periods={board.flash.map((life) => ({
            seconds: life.seconds,
            name: lifeText(life.seconds),
            sub: size.units > 0n ? aboutMoney(premiumOfLife(life)) : '',
          }))}
          value={seconds}
          onChange={(flash) => choose({ flash })}
        />
        <NextSpread next={board.next} />
        <SizeField
          symbol={symbol}
          size={size}
          available={money.available}
          perCoin={perCoinOf({ ...at, side: dearest.option.side }, by, slots, board.spreadBp)}
          obstacle={obstacle}
        />
        {user && (
          <MoveIn
            id="option-short"
            wallet="options"
            amount={formatUsdt(dearest.premium)}
            available={money.available}
            fund={money.fund}
            missing={obstacle?.kind === 'short' ? t('option.missing', { by: formatExact(obstacle.by) }) : undefined}
            onLeave={() => acts.current?.focus({ preventScroll: true })}
          />
        )}
        <div ref={acts} tabIndex={-1} className={styles.act}>
          <div className={styles.two}>
            <SideCard facts={facts.call} coin={coin} />
            <SideCard facts={facts.put} coin={coin} />
          </div>
          <p className={styles.odds}>
            <span>
              {t('option.most')} <b>{aboutMoney(dearest.premium)}</b>
            </span>
            <span>
              <Words k="option.averages" amount={<b>{signedMoney(dearest.average)}</b>} />
            </span>
          </p>
          {user && doubted ? (
            <SlipAlarm slip={doubted} />
          ) : user ? (
            <FlashButtons facts={facts} held={held} reason={reason} obstacle={obstacle} buying={buying} />
          ) : (
            <WaysIn to={`/options?symbol=${symbol}&life=${seconds}`} />
          )}
          {user && (
            <p className={styles.held}>
              <Held slot={held?.call.slot} />
              <span>{t('option.oneTap')}</span>
            </p>
          )}
          <OpenProblem opening={buying} />
        </div>
      </section>
    </>
  );

  function premiumOfLife(life: Board['flash'][number]): bigint {
    const after = { ...by, volatility: life.volatility };
    return factsOf({ ...at, side: 'call', size: size.units }, after, lifeSlots(life.seconds, by.slot), board.spreadBp)
      .premium;
  }
}
