import { formatExact } from '@glasshouse/kit/format.ts';
import { formatUnits, parseUnits } from '@glasshouse/protocol/money';
import { useHidden } from '../lib/hidden.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { Progress } from '../ui/Progress.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { sumOf, type WithdrawalFields } from './form-state.ts';
import styles from './Withdrawals.module.css';
import type { Form } from './withdrawals.ts';

/** A percentage with two decimals, for a bar. */
const shareOf = (part: bigint, whole: bigint) => (whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100);

/** Fee, received amount and the rest of today's limit, updated while typing. */
export function Sum({ typed, form }: { typed: WithdrawalFields; form: Form }) {
  const { t } = useWords();
  const hidden = useHidden();
  const sum = sumOf(typed, form);
  if (!sum) return null;
  const { currency, amount, fee, arrives, about } = sum;
  const limits = form.limits[currency];
  const units = (text: string) => parseUnits(text, currency)!;
  const [day, used] = [units(limits.day), units(limits.used)];
  const write = (value: bigint) => formatExact(formatUnits(value, currency));
  const after = { after: write(used + amount), day: write(day) };
  return (
    <Card pad className={styles.sum} aria-label={t('withdrawals.receive')}>
      <KeyValues>
        <KeyValue
          label={t('withdrawals.feeOf', { fee: tidyPercent(form.fee) })}
          note={
            <>
              {write(amount)} × {tidyPercent(form.fee)}
              {form.nextFee && (
                <span className={styles.line}>
                  <Words
                    k="withdrawals.nextFee"
                    fee={tidyPercent(form.nextFee.fee)}
                    time={<TimeText at={form.nextFee.from} part="clear" />}
                  />
                </span>
              )}
            </>
          }
        >
          {fee > 0n && '−'}
          {write(fee)} {currency}
        </KeyValue>
        <KeyValue
          label={<b className={styles.strong}>{t('withdrawals.receive')}</b>}
          note={<Money amount={formatUnits(about, other(currency))} currency={other(currency)} about />}
        >
          <output>
            <Money
              size="medium"
              amount={formatUnits(arrives, currency)}
              currency={currency}
              decimals={places(formatUnits(arrives, currency))}
            />
          </output>
        </KeyValue>
      </KeyValues>
      <div className={styles.limit}>
        <div>
          <span>{t('withdrawals.today')}</span>
          <span>{t('withdrawals.afterThis', after)}</span>
        </div>
        <Progress
          label={t('withdrawals.todayLabel', after)}
          percent={shareOf(used, day)}
          adds={shareOf(amount, day)}
          tone="ink"
        />
        <p>{t('withdrawals.personal', { amount: hidden ? '••••' : `${formatExact(limits.personal)} ${currency}` })}</p>
        <small>
          {t('withdrawals.personalAbout', { most: formatExact(limits.most), left: formatExact(limits.left) })}
        </small>
      </div>
    </Card>
  );
}

const other = (currency: 'USDT' | 'CNY') => (currency === 'USDT' ? 'CNY' : 'USDT');
/** At least two decimals, and all significant ones. */
const places = (text: string) => Math.max(2, text.split('.')[1]?.length ?? 0);
export const tidyPercent = (percent: string) => `${percent.replace(/\.?0+$/, '')}%`;
