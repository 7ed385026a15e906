import type { Quote as Tick } from '@glasshouse/protocol/market/calls';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { Board } from '@glasshouse/protocol/options/calls';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { PeriodChips } from '../trading/PeriodChips.tsx';
import { BuyBar } from './BuyBar.tsx';
import { Chain } from './Chain.tsx';
import { ClockTicket } from './ClockTicket.tsx';
import { choose } from './choices.ts';
import { endText, untilText } from './lives.ts';
import { NextSpread } from './NextSpread.tsx';
import styles from './Ticket.module.css';
import { useClock } from './use-clock.ts';

type ClockProps = { symbol: string; board: Board; tick: Tick; children: ReactNode };

/**
 * Options that end at a full hour: end, strike, and all details of the chosen one. `children` come before the button.
 */
export function Clock(props: ClockProps) {
  const { t } = useWords();
  const { symbol, board, tick, children } = props;
  const clock = useClock(props);
  const { life } = clock;
  return (
    <>
      <section className={styles.ticket}>
        <PeriodChips
          label={t('option.life')}
          periods={board.clock.map(({ seconds, dueSlot }) => ({
            seconds,
            name: endText(seconds, msOf(dueSlot)),
            sub: untilText(msOf(dueSlot - tick.slot) / 1000),
          }))}
          value={life.seconds}
          onChange={(seconds) => choose({ clock: seconds })}
        />
        <NextSpread next={board.next} />
        <Chain symbol={symbol} clock={clock} price={tick.price} spreadBp={board.spreadBp} />
      </section>
      <ClockTicket symbol={symbol} clock={clock} />
      {children}
      <BuyBar clock={clock} />
    </>
  );
}
