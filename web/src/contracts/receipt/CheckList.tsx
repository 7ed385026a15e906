import { classes } from '@glasshouse/kit/classes.ts';
import { formatExact, formatSigned, placesOf, shortHash } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import type { Check, Checked } from '@glasshouse/protocol/contracts/receipt';
import { cosignersIn } from '@glasshouse/protocol/contracts/receipt-log';
import { ruleOf } from '@glasshouse/protocol/contracts/settle';
import { useId } from 'react';
import { t, useWords } from '../../lib/words.tsx';
import { Card } from '../../ui/Card.tsx';
import { percentOf } from '../odds.ts';
import { lengthThen, placeText } from './log-words.ts';
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

function figuresOf(name: Check['name'], { order, slip, runs, postings, log }: Receipt, { seals }: Checked): string {
  const { stake, returnBp, direction, seconds, headSlot, dueSlot, entry, exit, rule } = order;
  const head = tickNumber(headSlot);
  const due = tickNumber(dueSlot);
  const terms = { stake: formatExact(stake), return: percentOf(returnBp) };
  switch (name) {
    case 'slip':
      return t('receipt.figures.slip', { ...terms, direction: t(`contract.${direction}`), seconds });
    case 'kept':
      return t('receipt.figures.kept');
    case 'entry':
      if (!entry) return t('receipt.figures.noEntry', { head, last: tickNumber(ruleOf(rule).entryIn(order).last) });
      return t('receipt.figures.entry', { head, entry: tickNumber(entry.slot) });
    case 'exit':
      if (exit) return t('receipt.figures.exit', { due, exit: tickNumber(exit.slot) });
      if (!entry) return decided(order);
      return t('receipt.figures.noExit', { due, last: tickNumber(ruleOf(rule).exitIn(order).last) });
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
    case 'log':
      return log ? t('receipt.figures.log', { place: placeText(log.order.place), size: lengthThen(log) }) : '';
    case 'before':
      return log
        ? t('receipt.figures.before', { place: placeText(log.order.place), outcome: placeText(log.outcome.place) })
        : '';
    case 'witnesses':
      return log ? cosignersIn(log).join(', ') : '';
    case 'form':
    case 'rule':
      return '';
  }
}
