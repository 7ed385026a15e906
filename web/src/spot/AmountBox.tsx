import { formatExact, formatMoney } from '@glasshouse/kit/format.ts';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { formatUnits } from '@glasshouse/protocol/money';
import { useId } from 'react';
import { useAccount } from '../lib/account.ts';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { typedAmount } from '../ui/amount.ts';
import { Chip } from '../ui/Chip.tsx';
import { Segments } from '../ui/Segments.tsx';
import { TextField } from '../ui/TextField.tsx';
import { shareText, typedDecimals } from './amounts.ts';
import { choose } from './choices.ts';
import styles from './Spot.module.css';
import type { Ticket } from './use-ticket.ts';

const shares = [25, 50, 75, 100];
const asUnit = (currency: string) => (currency === 'USDT' ? 'usdt' : 'coin');

/** The amount, typed in USDT or in the coin, or as a percentage of the available balance. */
export function AmountBox({ ticket }: { ticket: Ticket }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { user } = useAccount();
  const { coin, unit, typed, gives, given, received, held, practice } = ticket;
  // Approximately the same order in the other unit.
  const turn = (to: 'usdt' | 'coin') => {
    const units = asUnit(gives) === to ? given : received;
    const text = formatUnits(units, to === 'usdt' ? 'USDT' : coin.symbol);
    choose({
      unit: to,
      typed: units > 0n ? typedAmount(text, typedDecimals(to === 'usdt' ? 'USDT' : coin.symbol)) : '',
    });
  };
  return (
    <div className={styles.amount}>
      <TextField
        label={t('spot.amount')}
        aside={
          held !== undefined &&
          t(practice ? 'spot.inPractice' : gives === 'USDT' ? 'spot.inWallets' : 'spot.inWallet', {
            amount: hidden ? '••••' : gives === 'USDT' ? formatMoney(held) : formatExact(held),
            currency: gives,
          })
        }
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        placeholder={unit === 'USDT' ? '0.00' : '0'}
        className={styles.figure}
        value={typed}
        aria-invalid={ticket.obstacle ? true : undefined}
        onChange={(text) => choose({ typed: typedAmount(text, typedDecimals(unit)) })}
        end={
          <Segments
            small
            as="radio"
            label={t('spot.unit')}
            value={asUnit(unit)}
            onChange={turn}
            options={[
              { value: 'usdt', label: 'USDT' },
              { value: 'coin', label: coin.symbol },
            ]}
          />
        }
      />
      {(user || practice) && <Shares ticket={ticket} />}
    </div>
  );
}

/** Percentages of the available balance. */
function Shares({ ticket: { unit, typed, gives, held } }: { ticket: Ticket }) {
  const { t } = useWords();
  const reason = useId();
  const isEmpty = held !== undefined && compareDecimal(held, '0') <= 0;
  const textOf = (percent: number) => shareText(held ?? '0', percent, gives);
  return (
    <>
      <fieldset
        className={styles.shares}
        aria-label={t('contract.shares')}
        aria-describedby={isEmpty ? reason : undefined}
      >
        {shares.map((percent) => (
          <Chip
            key={percent}
            square
            disabled={!held || isEmpty}
            pressed={held !== undefined && unit === gives && typed !== '' && typed === textOf(percent)}
            label={t('ui.share', { percent })}
            onPress={() => choose({ unit: asUnit(gives), typed: textOf(percent) })}
          >
            {percent}%
          </Chip>
        ))}
      </fieldset>
      {isEmpty && (
        <small id={reason} className={styles.empty}>
          {t('contract.sharesEmpty')}
        </small>
      )}
    </>
  );
}
