import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useWords } from '../lib/words.tsx';
import { Avatar, VipTag } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import type { Payee } from './sending.ts';
import styles from './Transfers.module.css';

export type PayeeCardProps = {
  payee: Payee;
  confirmed: boolean;
  amount: string | undefined;
  /** Whether the payee may receive the amount, as far as known. */
  fits: boolean | 'checking' | undefined;
  onConfirm: () => void;
  onChange: () => void;
};

/** The payee found, masked, who must be confirmed first; and whether they may receive the amount. */
export function PayeeCard({ payee, confirmed, amount, fits, onConfirm, onChange }: PayeeCardProps) {
  const { t } = useWords();
  const limits = { level: payee.level, day: formatDecimal(payee.perDay, 0), month: formatDecimal(payee.perMonth, 0) };
  return (
    <Card className={styles.payee}>
      <div className={styles.person}>
        <Avatar name={payee.name.replaceAll('•', '') || '•'} />
        <div className={styles.name}>
          <b>{payee.name}</b>
          <small>{t(`transfers.foundBy.${payee.foundBy}`, { account: payee.account })}</small>
        </div>
        <VipTag level={payee.level} />
      </div>
      <div className={styles.right}>
        {confirmed ? (
          <>
            <span className={styles.said}>
              <Icon name="check" size={18} />
              {t('transfers.saidRight')}
            </span>
            <button type="button" className={styles.change} onClick={onChange}>
              {t('transfers.change')}
            </button>
          </>
        ) : (
          <>
            <Button small icon="check" onClick={onConfirm}>
              {t('transfers.isRight')}
            </Button>
            <button type="button" className={styles.change} onClick={onChange}>
              {t('transfers.change')}
            </button>
          </>
        )}
      </div>
      <p className={styles.limits}>
        <Icon name={fits === false ? 'alert' : 'info'} size={18} />
        <span>
          {t('transfers.may', limits)}{' '}
          {fits === true && amount !== undefined && <b>{t('transfers.fits', { amount: formatExact(amount) })}</b>}{' '}
          {t('transfers.private')}
        </span>
      </p>
    </Card>
  );
}
