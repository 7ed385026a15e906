import { formatExact } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { msOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import { useAccount } from '../lib/account.ts';
import { useWords, Words } from '../lib/words.tsx';
import { MoveIn } from '../trading/MoveIn.tsx';
import { shareText } from '../trading/percents.ts';
import { TimeText } from '../ui/TimeText.tsx';
import { EndPicture } from './EndPicture.tsx';
import { HowMade } from './HowMade.tsx';
import { lifeText } from './lives.ts';
import { Moves } from './Moves.tsx';
import { aboutMoney, priceText, signedMoney, strikeText, wayOf } from './reckon.ts';
import { SizeField } from './SizeField.tsx';
import styles from './Ticket.module.css';
import type { ClockState } from './use-clock.ts';

/** The option that was chosen: its size, what it costs, and what it can come to. */
export function ClockTicket({ symbol, clock }: { symbol: string; clock: ClockState }) {
  const { t } = useWords();
  const { user } = useAccount();
  const { coin, life, strike, side, size, money, facts, obstacle } = clock;
  const premium = aboutMoney(facts.premium);
  const figures = [
    [t('option.premiumNow'), premium],
    [t('option.most'), premium],
    [t('option.breakEven'), priceText(facts.breakEven, coin)],
  ] as const;
  return (
    <section className={styles.ticket} aria-label={t('contract.ticket')}>
      <p className={styles.chosen}>
        <span>
          <Tag tone={wayOf(side)} icon={wayOf(side)}>
            {t(`option.${side}`)}
          </Tag>
          <b>
            {strikeText(strike, coin)} · {lifeText(life.seconds)}
          </b>
        </span>
        <small>
          <Words k="option.ends" time={<TimeText at={msOf(life.dueSlot)} />} />
        </small>
      </p>
      <SizeField symbol={symbol} size={size} available={money.available} perCoin={clock.perCoin} obstacle={obstacle} />
      {user && (
        <MoveIn
          id="option-short"
          wallet="options"
          amount={formatUsdt(facts.premium)}
          available={money.available}
          fund={money.fund}
          missing={obstacle?.kind === 'short' ? t('option.missing', { by: formatExact(obstacle.by) }) : undefined}
          onLeave={() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })}
        />
      )}
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
        <span>
          <Words k="option.averages" amount={<b>{signedMoney(facts.average)}</b>} />
        </span>
      </p>
      <EndPicture clock={clock} />
      <div className={styles.discs}>
        <Moves clock={clock} />
        <HowMade clock={clock} />
      </div>
    </section>
  );
}
