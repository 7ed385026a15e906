import { formatExact, formatSigned, formatWhole, placesOf, shortHash } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import { type Check, type Checked, restingOn } from '@glasshouse/protocol/contracts/receipt';
import { cosignersIn } from '@glasshouse/protocol/contracts/receipt-log';
import { ruleOf } from '@glasshouse/protocol/contracts/settle';
import { type ReactNode, useId } from 'react';
import { t, useWords } from '../../lib/words.tsx';
import { Card } from '../../ui/Card.tsx';
import { percentOf } from '../odds.ts';
import { placeOf } from './difference-words.ts';
import { lengthThen } from './log-words.ts';
import { compared, decided } from './order-words.ts';
import styles from './Receipt.module.css';
import type { Signatures } from './use-rounds.ts';

type CheckListProps = { receipt: Receipt; checked: Checked; signatures: Signatures };

/** Everything that was recomputed, each with the figures that count and what came out. */
export function CheckList({ receipt, checked, signatures }: CheckListProps) {
  useWords();
  const id = useId();
  const { checks } = checked;
  return (
    <Card pad aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{t('receipt.checks.title')}</h2>
      <ul className={styles.checks}>
        {checks.map(({ name, ok, differs }) => {
          if (name === 'rounds') return null;
          const below = ok ? restingOn(checks, name) : undefined;
          return (
            <Line key={name} state={below ? 'open' : ok ? 'right' : 'wrong'} title={t(`receipt.checks.${name}`)}>
              {below
                ? t('receipt.rests', { check: t(`receipt.checks.${below}`) })
                : name === 'drawn' && differs
                  ? placeOf(differs)
                  : figuresOf(name, receipt, checked)}
            </Line>
          );
        })}
        {signatures.state !== 'none' && <SignaturesLine receipt={receipt} signatures={signatures} />}
        {!checks.some(({ name }) => name === 'kept' || name === 'form' || name === 'rule') && (
          <Line state="open" title={t('receipt.noSlip.title')}>
            {t('receipt.noSlip.text')}
          </Line>
        )}
      </ul>
    </Card>
  );
}

const marks = { right: 'check', wrong: 'close', open: 'info' } as const;
type LineProps = { state: keyof typeof marks | 'busy'; title: string; live?: boolean; children: ReactNode };

function Line({ state, title, live, children }: LineProps) {
  return (
    <li className={styles[state]}>
      {state === 'busy' ? <Spinner size={18} /> : <Icon name={marks[state]} size={18} />}
      <span role={live ? 'status' : undefined}>
        {(state === 'right' || state === 'wrong') && <span className="vh">{t(`tape.${state}`)} </span>}
        {title}
        <small>{children}</small>
      </span>
    </li>
  );
}

/** The one line that comes out later than all others: signatures take seconds. */
function SignaturesLine({ receipt, signatures }: { receipt: Receipt; signatures: Signatures }) {
  const count = (receipt.drawn ?? []).reduce((sum, { rounds }) => sum + rounds.length, 0);
  const title = t('receipt.checks.rounds');
  if (signatures.state === 'done') {
    const { ok, differs } = signatures.check;
    return (
      <Line live state={ok ? 'right' : 'wrong'} title={title}>
        {differs ? placeOf(differs) : t('receipt.figures.rounds', { count })}
      </Line>
    );
  }
  const isBusy = signatures.state === 'busy';
  return (
    <Line live state={isBusy ? 'busy' : 'open'} title={title}>
      {isBusy
        ? t('receipt.signatures.busy', { count })
        : t('receipt.signatures.unable', { command: 'glasshouse-verify' })}
    </Line>
  );
}

const givenUp = ({ first, last }: NonNullable<Receipt['gap']>) =>
  t('receipt.figures.givenUp', { first: tickNumber(first), last: tickNumber(last) });

function figuresOf(
  name: Check['name'],
  { order, slip, runs, postings, log, gap, drawn = [] }: Receipt,
  { seals }: Checked,
): string {
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
      if (!entry && gap) return givenUp(gap);
      if (!entry) return t('receipt.figures.noEntry', { head, last: tickNumber(ruleOf(rule).entryIn(order).last) });
      return t('receipt.figures.entry', { head, entry: tickNumber(entry.slot) });
    case 'exit':
      if (exit) return t('receipt.figures.exit', { due, exit: tickNumber(exit.slot) });
      if (gap) return givenUp(gap);
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
      return log ? t('receipt.figures.log', { place: formatWhole(log.order.place), size: lengthThen(log) }) : '';
    case 'before':
      return log
        ? t('receipt.figures.before', { place: formatWhole(log.order.place), outcome: formatWhole(log.outcome.place) })
        : '';
    case 'witnesses':
      return log ? cosignersIn(log).join(', ') : '';
    case 'drawn': {
      const ticks = (exit?.slot ?? dueSlot) - headSlot;
      const rounds = drawn.reduce((sum, day) => sum + day.rounds.length, 0);
      return t('receipt.figures.drawn', { ticks, rounds });
    }
    case 'form':
    case 'rule':
    case 'rounds':
      return '';
  }
}
