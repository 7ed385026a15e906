import { shortHash } from '@glasshouse/kit/format.ts';
import { saveText } from '@glasshouse/kit/save-file.ts';
import type { Check, Difference } from '@glasshouse/protocol/orders/product';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { useId } from 'react';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { type Of, placeOf, spelled } from './difference-words.ts';
import type { ShownReceipt } from './products/product.ts';
import { checkTitle, productOf } from './products/registry.tsx';
import styles from './Receipt.module.css';
import { fileOf } from './receipt.ts';

type DifferencesProps = {
  checks: readonly Check[];
  receipt: ShownReceipt | undefined;
  /** The meaning of the differences, and the user's options. */
  lead: string;
  /** The receipt to save, if there is one. */
  saved?: AnyReceipt | undefined;
};

/** The differences: what the receipt says, and what was computed. */
export function Differences({ checks, receipt, lead, saved }: DifferencesProps) {
  const { t } = useWords();
  const id = useId();
  const wrong = checks.filter(({ ok }) => !ok);
  const form = wrong.find(({ name }) => name === 'form')?.differs;
  return (
    <Card pad aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{t('receipt.differs.title')}</h2>
      {form ? (
        <p>{t('receipt.differs.form', { place: form.given || t('receipt.differs.whole') })}</p>
      ) : (
        <List
          wrong={wrong}
          of={receipt ? ofReceipt(receipt) : { symbol: '', currency: 'USDT' }}
          product={receipt?.product}
        />
      )}
      <p className={styles.lead}>{lead}</p>
      <div className={styles.acts}>
        <Button small kind="ink" onClick={() => openSheet('service')}>
          {t('receipt.report')}
        </Button>
        {saved && (
          <Button small kind="line" onClick={() => saveText(fileOf(saved))}>
            {t('receipt.save')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function List({ wrong, of, product }: { wrong: readonly Check[]; of: Of; product: ShownReceipt['product'] }) {
  const { t } = useWords();
  return (
    <ul>
      {wrong.map(({ name, differs }) => (
        <li key={name} className={styles.difference}>
          <b>{differs ? placeOf(differs) : checkTitle(name, product)}</b>
          {differs && says(differs) ? null : differs ? (
            <KeyValues>
              <KeyValue label={<Side of="given" />}>{spell(differs, differs.given, of)}</KeyValue>
              <KeyValue label={<Side of="wanted" />}>
                <span className={styles.wanted}>{spell(differs, differs.wanted, of)}</span>
              </KeyValue>
            </KeyValues>
          ) : (
            <p className={styles.wanted}>{t('receipt.differs.not')}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The coin and currency of its amounts. */
const ofReceipt = (receipt: ShownReceipt): Of => ({
  symbol: receipt.order.symbol,
  currency: productOf(receipt).payoutCurrency(receipt.order),
});

/** Whether the difference's name says everything. */
const says = ({ field, given, wanted }: Difference) =>
  field === 'round' || (/^(log|drawn)/.test(field) && given === '' && wanted === '');

function Side({ of }: { of: 'given' | 'wanted' }) {
  const { t } = useWords();
  return <span className={styles.side}>{t(`receipt.differs.${of}`)}</span>;
}

/** Renders a hash as code, and each posting with its time below it. */
function spell({ field }: Difference, text: string, of: Of) {
  if (/^[0-9a-f]{64}$/.test(text)) return <code>{shortHash(text)}</code>;
  return spelled(field, text, of).map(({ what, when }) => (
    <span key={`${what} ${when}`} className={styles.spelled}>
      {what}
      {when && <span>{when}</span>}
    </span>
  ));
}
