import { writeDecimal } from '@glasshouse/protocol/decimal';
import type { Quote as Tick } from '@glasshouse/protocol/market/calls';
import type { Board } from '@glasshouse/protocol/options/calls';
import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { OpenProblem } from '../trading/OpenProblem.tsx';
import { PeriodChips } from '../trading/PeriodChips.tsx';
import { PracticeNote } from '../trading/practice/PracticeNote.tsx';
import { SlipAlarm } from '../trading/SlipAlarm.tsx';
import { useUnreadDoubt } from '../trading/slips.ts';
import { KeyValue } from '../ui/KeyValues.tsx';
import { useRepeatedOrder } from './again.ts';
import { Confirm } from './Confirm.tsx';
import { choose } from './choices.ts';
import { FlashButtons } from './FlashButtons.tsx';
import { FlashChart } from './FlashChart.tsx';
import { lifeText } from './lives.ts';
import { NextSpread } from './NextSpread.tsx';
import { HowMeasured, Odds } from './Odds.tsx';
import { QuoteTimer } from './QuoteTimer.tsx';
import { costInCents } from './quote-facts.ts';
import { ShortOf } from './ShortOf.tsx';
import { SideCard } from './SideCard.tsx';
import { SizeField } from './SizeField.tsx';
import styles from './Ticket.module.css';
import { type FlashState, useFlash } from './use-flash.ts';
import { useFairness } from './use-option-quotes.ts';

type FlashProps = { symbol: string; board: Board; tick: Tick };

/**
 * Options that start at the tap, with the price at the tap as strike: the likely range of the price, the cost of both
 * sides, and one tap to buy.
 */
export function Flash({ symbol, board, tick }: FlashProps) {
  const { t } = useWords();
  const flash = useFlash({ symbol, board, tick });
  const { coin, seconds, volatility, size, money, facts, dearest, obstacle } = flash;
  const even = (side: 'call' | 'put') => writeDecimal(facts[side].breakEven, coin.decimals);
  return (
    <>
      <FlashChart
        key={`${symbol} ${seconds}`}
        symbol={symbol}
        decimals={coin.decimals}
        seconds={seconds}
        now={tick}
        volatility={volatility}
        even={{ call: even('call'), put: even('put') }}
        open={flash.open}
      />
      <section ref={useRepeatedOrder()} tabIndex={-1} className={styles.ticket} aria-label={t('contract.ticket')}>
        <PeriodChips
          label={t('option.life')}
          periods={board.flash.map((life) => ({
            seconds: life.seconds,
            name: lifeText(life.seconds),
            sub: size.units > 0n ? costInCents(flash.premiumOf(life)) : '',
          }))}
          value={seconds}
          onChange={(chosen) => choose({ flash: chosen })}
        />
        <NextSpread next={board.next} />
        <SizeField
          symbol={symbol}
          size={size}
          money={money}
          perCoin={flash.perCoin}
          most={flash.most}
          obstacle={obstacle}
        />
        <ShortOf premium={dearest.premium} money={money} obstacle={obstacle} />
        <div className={styles.act}>
          <div className={styles.two}>
            <SideCard facts={facts.call} coin={coin} />
            <SideCard facts={facts.put} coin={coin} />
          </div>
          <Buying flash={flash} min={board.minPremium} />
        </div>
      </section>
    </>
  );
}

/** The two buttons and how long their quotes are valid; for a visitor, an explanation of practice. */
function Buying({ flash, min }: { flash: FlashState; min: string }) {
  const { t } = useWords();
  const { user } = useAccount();
  const doubted = useUnreadDoubt();
  const isFair = useFairness();
  const { symbol, seconds, size, money, facts, dearest, held, reason, obstacle, buying } = flash;
  return (
    <>
      <div className={styles.buttons}>
        <Odds facts={dearest} />
        {doubted ? <SlipAlarm slip={doubted} /> : <FlashButtons {...flash} />}
      </div>
      {/* No quotes are requested while nothing can be bought. */}
      {user && (held || !reason) && (
        <p className={styles.held}>
          <QuoteTimer slot={held?.call.slot} />
          <span>{t('option.oneTap')}</span>
        </p>
      )}
      <HowMeasured />
      {!user && !money.practice?.isTaken && <PracticeNote min={min} to={`/options?symbol=${symbol}&life=${seconds}`} />}
      {!buying.confirming.isOpen && <OpenProblem opening={buying} />}
      <Confirm
        symbol={symbol}
        money={money}
        buying={buying}
        factsOf={(side) => facts[side]}
        quoteOf={(side) => held?.[side]}
        reason={held && !(isFair(held.call) && isFair(held.put)) ? t('option.unfair') : reason}
        obstacle={obstacle}
      >
        <KeyValue label={t('option.strike')}>{t('option.confirm.strikeIs')}</KeyValue>
        <KeyValue label={t('option.life')}>{lifeText(seconds)}</KeyValue>
        <KeyValue label={t('option.size')}>
          {size.amount} {symbol}
        </KeyValue>
      </Confirm>
    </>
  );
}
