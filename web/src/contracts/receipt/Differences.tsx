import type { Receipt } from '@glasshouse/protocol/contracts';
import type { Check, Difference } from '@glasshouse/protocol/receipt';
import { useId } from 'react';
import { shortHash } from '../../lib/format.ts';
import { saveText } from '../../lib/save-text.ts';
import { openSheet } from '../../lib/sheets.ts';
import { tickNumber } from '../../lib/tick-number.ts';
import { useWords } from '../../lib/words.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import styles from './Receipt.module.css';
import { fileOf } from './receipt.ts';

type DifferencesProps = { checks: readonly Check[]; receipt: Receipt | undefined; isFile: boolean };

/** What does not match: what the receipt says, and what came out. */
export function Differences({ checks, receipt, isFile }: DifferencesProps) {
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
        <Table wrong={wrong} />
      )}
      <p className={styles.lead}>{t(isFile ? 'receipt.differs.file' : 'receipt.differs.never')}</p>
      <div className={styles.acts}>
        <Button small kind="ink" onClick={() => openSheet('service')}>
          {t('receipt.report')}
        </Button>
        {receipt && (
          <Button small kind="line" onClick={() => saveText(fileOf(receipt))}>
            {t('receipt.save')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Table({ wrong }: { wrong: readonly Check[] }) {
  const { t } = useWords();
  return (
    <table className={styles.diff}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('receipt.differs.given')}</th>
          <th scope="col">{t('receipt.differs.wanted')}</th>
        </tr>
      </thead>
      <tbody>
        {wrong.map(({ name, differs }) => (
          <tr key={name}>
            <th scope="row">{differs ? <Place of={differs} /> : t(`receipt.checks.${name}`)}</th>
            <td>{differs ? spell(differs.given) : '–'}</td>
            <td>{differs ? spell(differs.wanted) : t('receipt.differs.not')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Place({ of: { field, slot } }: { of: Difference }) {
  const { t } = useWords();
  if (field === 'form') return null;
  const name = t(`receipt.fields.${field}`);
  return slot === undefined ? name : `${name} #${tickNumber(slot)}`;
}

const spell = (text: string) =>
  text === '' ? '–' : /^[0-9a-f]{64}$/.test(text) ? <code>{shortHash(text)}</code> : text;
