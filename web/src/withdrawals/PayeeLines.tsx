import type { Payee } from '@glasshouse/protocol/withdrawals/calls';
import { useWords } from '../lib/words.tsx';
import { KeyValue } from '../ui/KeyValues.tsx';
import styles from './Withdrawals.module.css';

/** The destination of the money in one line. */
export const placeOf = (payee: Payee): string =>
  payee.to === 'address' ? `${payee.network} · ${payee.address}` : `${payee.bankName} · ${payee.account}`;

/** The payee, line by line. */
export function PayeeLines({ payee }: { payee: Payee }) {
  const { t } = useWords();
  if (payee.to === 'address') {
    return (
      <>
        <KeyValue label={t('withdrawals.network')}>{payee.network}</KeyValue>
        <KeyValue label={t('withdrawals.address')}>
          <bdi className={styles.code}>{payee.address}</bdi>
        </KeyValue>
      </>
    );
  }
  return (['bankName', 'branchName', 'branchNumber', 'account', 'holder'] as const).map((field) => (
    <KeyValue key={field} label={t(`withdrawals.${field}`)}>
      <bdi className={field === 'account' ? styles.code : undefined}>{payee[field]}</bdi>
    </KeyValue>
  ));
}
