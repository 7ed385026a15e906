import type { Receipt } from '@glasshouse/protocol/contracts';
import type { Check, Checked } from '@glasshouse/protocol/receipt';
import { lateAfter } from '@glasshouse/protocol/settle';
import { useId } from 'react';
import { formatExact, formatSigned, placesOf, shortHash } from '../../lib/format.ts';
import { tickNumber } from '../../lib/tick-number.ts';
import { t, useWords } from '../../lib/words.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { percentOf } from '../odds.ts';
import { compared, decided } from './order-words.ts';
import styles from './Receipt.module.css';

/** Everything that was recomputed, each with the figures that count and what came out. */
export function CheckList({ receipt, checked }: { receipt: Receipt; checked: Checked }) {
  useWords();
  const id = useId();
  return (
    <Card pad aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{t('receipt.checks.title')}</h2>
      <ul className={styles.checks}>
        {checked.checks.map(({ name, ok }) => (
          <li key={name} className={classes(!ok && styles.wrong)}>
            <Icon name={ok ? 'check' : 'close'} size={18} />
            <span className="vh">{t(ok ? 'tape.right' : 'tape.wrong')}</span>
            <span>
              {t(`receipt.checks.${name}`)}
              <small>{figuresOf(name, receipt, checked)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function figuresOf(name: Check['name'], { order, slip, runs, postings }: Receipt, { seals }: Checked): string {
  const { stake, returnBp, direction, seconds, headSlot, dueSlot, entry, exit } = order;
  const head = tickNumber(headSlot);
  const due = tickNumber(dueSlot);
  const terms = { stake: formatExact(stake), return: percentOf(returnBp) };
  switch (name) {
    case 'slip':
      return t('receipt.figures.slip', { ...terms, direction: t(`contract.${direction}`), seconds });
    case 'kept':
      return t('receipt.figures.kept');
    case 'entry':
      if (!entry) return t('receipt.figures.noEntry', { head, last: tickNumber(headSlot + lateAfter) });
      return t('receipt.figures.entry', { head, entry: tickNumber(entry.slot) });
    case 'exit':
      if (exit) return t('receipt.figures.exit', { due, exit: tickNumber(exit.slot) });
      return entry ? t('receipt.figures.noExit', { due, last: tickNumber(dueSlot + lateAfter) }) : decided(order);
    case 'tape':
      return t('receipt.figures.tape', { count: seals });
    case 'result':
      return compared(order) ?? t('orders.outcome.void');
    case 'payout':
      return t('receipt.figures.payout', terms);
    case 'books': {
      const moved = postings.map(({ amount }) => formatSigned(amount, placesOf(amount))).join(', ');
      return t('receipt.figures.books', { moved });
    }
    case 'keys':
      return t('receipt.figures.keys', {
        tape: shortHash(runs.at(-1)!.checkpoint.publicKey),
        slip: shortHash(slip.publicKey),
      });
    case 'form':
      return '';
  }
}
