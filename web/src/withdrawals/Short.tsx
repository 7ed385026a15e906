import { formatExact } from '@glasshouse/kit/format.ts';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { currencyOf, type WithdrawalFields } from './form-state.ts';
import styles from './Withdrawals.module.css';
import type { Form } from './withdrawals.ts';

/**
 * Says before anything is typed that this method needs the other currency. A user with neither is told what is missing
 * instead.
 */
export function Short({ form, to }: { form: Form } & Pick<WithdrawalFields, 'to'>) {
  const { t } = useWords();
  const { balance, least } = form.limits[currencyOf({ to })];
  if (form.missing.includes('balance') || compareDecimal(balance, least) >= 0) return null;
  return (
    <Note tone="amber" icon="refresh">
      <span className={styles.line}>{t(`withdrawals.short.${to}`, { least: formatExact(least) })}</span>
      <ButtonLink
        small
        kind="line"
        className={styles.exchange}
        to={`/assets/exchange?from=${to === 'bank' ? 'USDT' : 'CNY'}`}
      >
        {t('titles.exchange')}
      </ButtonLink>
    </Note>
  );
}
