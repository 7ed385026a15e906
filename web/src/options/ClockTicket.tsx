import { Tag } from '@glasshouse/kit/Tag.tsx';
import { msOf } from '@glasshouse/protocol/market/tape';
import { useWords, Words } from '../lib/words.tsx';
import { shareText } from '../trading/percents.ts';
import { useRepeatedOrder } from './again.ts';
import { EndPicture } from './EndPicture.tsx';
import { HowMade } from './HowMade.tsx';
import { hourText, untilText } from './lives.ts';
import { Moves } from './Moves.tsx';
import { HowMeasured } from './Odds.tsx';
import { costInCents, priceText, strikeText, wayOf } from './quote-facts.ts';
import { ShortOf } from './ShortOf.tsx';
import { SizeField } from './SizeField.tsx';
import styles from './Ticket.module.css';
import type { ClockState } from './use-clock.ts';

/** The chosen option: its size, its cost and its possible outcomes. */
export function ClockTicket({ symbol, clock }: { symbol: string; clock: ClockState }) {
  const { t } = useWords();
  const { coin, life, strike, side, size, money, facts, obstacle } = clock;
  const premium = costInCents(facts.premium);
  const figures = [
    [t('option.premiumNow'), premium],
    [t('option.most'), premium],
    [t('option.breakEven'), priceText(facts.breakEven, coin)],
  ] as const;
  return (
    <section ref={useRepeatedOrder()} tabIndex={-1} className={styles.ticket} aria-label={t('contract.ticket')}>
      <p className={styles.chosen}>
        <span>
          <Tag tone={wayOf(side)} icon={wayOf(side)}>
            {t(`option.${side}`)}
          </Tag>
          <b>{strikeText(strike, coin, life.strikes)}</b>
        </span>
        <small>
          {t('option.ends', { time: hourText(msOf(life.dueSlot), msOf(clock.by.slot)) })} ·{' '}
          {t('option.left', { time: untilText(msOf(clock.slots) / 1000) })}
        </small>
      </p>
      <SizeField
        symbol={symbol}
        size={size}
        money={money}
        perCoin={clock.perCoin}
        most={clock.most}
        obstacle={obstacle}
      />
      <ShortOf premium={facts.premium} money={money} obstacle={obstacle} />
      <dl className={styles.figures}>
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.odds}>
        <span>
          <Words k="option.inProfit" share={<b>{shareText(facts.chance)}</b>} />
        </span>
        <HowMeasured />
      </p>
      <EndPicture clock={clock} />
      <div className={styles.discs}>
        <Moves clock={clock} />
        <HowMade clock={clock} />
      </div>
    </section>
  );
}
