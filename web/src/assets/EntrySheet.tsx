import { formatExact, formatSigned, placesOf } from '@glasshouse/kit/format.ts';
import type { Kind } from '@glasshouse/protocol/ledger/books';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Assets.module.css';
import { useLegs } from './EntryRow.tsx';
import { Figure } from './Figure.tsx';
import type { Entry } from './statement.ts';

/** The reference of these postings is the order's id. */
const ofContract = new Set<Kind>(['contract_stake', 'contract_payout', 'contract_result']);
const ofProduct = new Set<Kind>(['product_principal', 'product_redemption', 'machine_price']);

type EntrySheetProps = { entry: Entry; open: boolean; onClose: () => void };

/** All recorded data of one posting. */
export function EntrySheet({ entry, open, onClose }: EntrySheetProps) {
  const { t } = useWords();
  const legs = useLegs();
  const hidden = useHidden();
  const [from, to] = entry.legs;
  return (
    <Sheet open={open} onClose={onClose} title={t(`assets.kinds.${entry.kind}`)}>
      <p className={styles.effect}>
        <Figure amount={entry.amount} currency={entry.currency} signed size="large" />
        <span>{t('assets.effect', { wallet: t(`assets.wallets.${entry.wallet}`) })}</span>
      </p>
      <p className={styles.sentence}>{legs(entry)}</p>
      <KeyValues>
        <KeyValue label={t('assets.from')} note={t(`assets.sides.${from!.account}`)}>
          <Figure amount={from!.amount} currency={entry.currency} signed />
        </KeyValue>
        <KeyValue label={t('assets.to')} note={t(`assets.sides.${to!.account}`)}>
          <Figure amount={to!.amount} currency={entry.currency} signed />
        </KeyValue>
        <KeyValue label={t('assets.bothSides')} note={hidden ? undefined : working(from!.amount, to!.amount)}>
          0.00
        </KeyValue>
        {entry.note && <KeyValue label={t('assets.note')}>{entry.note}</KeyValue>}
        <KeyValue label={t('assets.time')}>
          <TimeText at={entry.at} />
        </KeyValue>
        <KeyValue label={t('assets.number')}>{entry.id}</KeyValue>
        <KeyValue label={t('assets.reference')}>
          <code className={styles.ref}>{entry.ref}</code>
        </KeyValue>
      </KeyValues>
      {ofContract.has(entry.kind) && (
        <ButtonLink kind="proof" icon="proof" className={styles.toReceipt} to={`/contract/receipt/${entry.ref}`}>
          {t('assets.toReceipt')}
        </ButtonLink>
      )}
      {ofProduct.has(entry.kind) && (
        <ButtonLink kind="soft" className={styles.toReceipt} to={`/finance/order/${entry.ref}`}>
          {t('assets.toOrder')}
        </ButtonLink>
      )}
    </Sheet>
  );
}

const working = (out: string, into: string) => `${formatSigned(out, placesOf(out))} + ${formatExact(into)} = 0.00`;
