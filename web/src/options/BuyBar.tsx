import { msOf } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import { useAccount } from '../lib/account.ts';
import { useHidden } from '../lib/hidden.ts';
import { useWords, Words } from '../lib/words.tsx';
import { OpenProblem } from '../trading/OpenProblem.tsx';
import { SignUpLinks } from '../trading/SignUpLinks.tsx';
import { SlipAlarm } from '../trading/SlipAlarm.tsx';
import { useUnreadDoubt } from '../trading/slips.ts';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { KeyValue } from '../ui/KeyValues.tsx';
import { Confirm } from './Confirm.tsx';
import { hourText } from './lives.ts';
import { Odds } from './Odds.tsx';
import { QuoteTimer } from './QuoteTimer.tsx';
import { costInCents, moneyText, strikeText, wayOf } from './quote-facts.ts';
import styles from './Ticket.module.css';
import type { ClockState } from './use-clock.ts';
import { useFairness } from './use-option-quotes.ts';

/** The quoted price and the button that buys at it. */
export function BuyBar({ clock }: { clock: ClockState }) {
  const { t } = useWords();
  const { user } = useAccount();
  const hidden = useHidden();
  const doubted = useUnreadDoubt();
  const isFair = useFairness();
  const { symbol, coin, side, life, strike, size, money, facts, quote, obstacle, buying } = clock;
  if (!user)
    return (
      <ActionBar>
        <div className={styles.act}>
          <Odds facts={facts} />
          <SignUpLinks to={`/options?symbol=${symbol}&life=${life.seconds}`} />
        </div>
      </ActionBar>
    );
  if (doubted)
    return (
      <ActionBar>
        <SlipAlarm slip={doubted} />
      </ActionBar>
    );
  const reason = quote && !isFair(quote) ? t('option.unfair') : clock.reason;
  const after = (parseUnits(money.held ?? '0', 'USDT') ?? 0n) - facts.premium;
  return (
    <ActionBar>
      <div className={styles.act}>
        {!buying.confirming.isOpen && <OpenProblem opening={buying} />}
        <Odds facts={facts} />
        <p className={styles.held}>
          {(quote || !reason) && <QuoteTimer slot={quote?.slot} then />}
          {money.held !== undefined && after >= 0n && (
            <span>
              <Words k="option.after" amount={<b>{hidden ? '••••' : moneyText(after)}</b>} />
            </span>
          )}
        </p>
        <Button
          kind={wayOf(side)}
          busy={buying.isPending}
          disabled={(reason !== undefined || obstacle !== undefined || !quote) && !buying.isPending}
          aria-describedby={obstacle?.kind === 'short' ? 'option-short' : undefined}
          hint={reason}
          onClick={() => quote && buying.press(quote)}
        >
          {t(`option.buy.${side}`, { amount: costInCents(facts.premium) })}
        </Button>
      </div>
      <Confirm
        symbol={symbol}
        money={money}
        buying={buying}
        factsOf={() => facts}
        quoteOf={() => quote}
        reason={reason}
        obstacle={obstacle}
      >
        <KeyValue
          label={t('option.strike')}
          note={t('option.ends', { time: hourText(msOf(life.dueSlot), msOf(clock.by.slot)) })}
        >
          {strikeText(strike, coin, life.strikes)}
        </KeyValue>
        <KeyValue label={t('option.size')}>
          {size.amount} {symbol}
        </KeyValue>
      </Confirm>
    </ActionBar>
  );
}
