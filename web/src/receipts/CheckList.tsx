import { formatWhole, shortHash } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Check } from '@glasshouse/protocol/orders/product';
import { type Checked, restingOn } from '@glasshouse/protocol/orders/receipt';
import { cosignersIn } from '@glasshouse/protocol/orders/receipt-log';
import { firstSeededSlot } from '@glasshouse/protocol/orders/receipt-seed';
import { type ReactNode, useId } from 'react';
import { t, useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { placeOf } from './difference-words.ts';
import { lengthThen } from './log-words.ts';
import type { ShownReceipt } from './products/product.ts';
import { checkTitle, marksOf, ownFigures } from './products/registry.tsx';
import styles from './Receipt.module.css';
import type { Signatures } from './use-rounds.ts';

type CheckListProps = { receipt: ShownReceipt; checked: Checked; signatures?: Signatures; isOwn?: boolean };

/** All checks, each with its key figures and its result. */
export function CheckList({ receipt, checked, signatures = { state: 'none' }, isOwn = true }: CheckListProps) {
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
            <Line key={name} state={below ? 'open' : ok ? 'right' : 'wrong'} title={checkTitle(name, receipt.product)}>
              {below
                ? t('receipt.rests', { check: checkTitle(below, receipt.product) })
                : name === 'drawn' && differs
                  ? placeOf(differs)
                  : figuresOf(name, receipt, checked)}
            </Line>
          );
        })}
        {signatures.state !== 'none' && <SignaturesLine receipt={receipt} signatures={signatures} />}
        {isOwn && receipt.slip && !checks.some(({ name }) => name === 'kept' || name === 'form' || name === 'rule') && (
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

/** The result of the signatures appears later than all others, because checking them takes seconds. */
function SignaturesLine({ receipt, signatures }: { receipt: ShownReceipt; signatures: Signatures }) {
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

function figuresOf(name: Check['name'], receipt: ShownReceipt, { seals }: Checked): string {
  const { order, slip, runs, log, drawn = [] } = receipt;
  const tapeKey = shortHash(runs.at(-1)!.checkpoint.publicKey);
  const own = ownFigures(name, receipt);
  if (own !== undefined) return own;
  switch (name) {
    case 'fresh':
      return t('receipt.figures.fresh', { head: tickNumber(order.headSlot) });
    case 'kept':
      return t('receipt.figures.kept');
    case 'tape':
      return t('receipt.figures.tape', { count: seals });
    case 'keys':
      return slip ? t('receipt.figures.keys', { tape: tapeKey, slip: shortHash(slip.publicKey) }) : tapeKey;
    case 'log':
      return log ? t('receipt.figures.log', { place: formatWhole(log.order.place), size: lengthThen(log) }) : '';
    case 'before':
      return log?.outcome
        ? t('receipt.figures.before', { place: formatWhole(log.order.place), outcome: formatWhole(log.outcome.place) })
        : '';
    case 'sold':
      return log?.sale && log.outcome
        ? t('receipt.figures.sold', { place: formatWhole(log.sale.place), outcome: formatWhole(log.outcome.place) })
        : '';
    case 'witnesses':
      return log ? cosignersIn(log).join(', ') : '';
    case 'drawn': {
      const end = marksOf(receipt).at(-1)?.slot ?? order.dueSlot;
      const rounds = drawn.reduce((sum, day) => sum + day.rounds.length, 0);
      return t('receipt.figures.drawn', { ticks: end - firstSeededSlot(receipt) + 1, rounds });
    }
    default:
      return '';
  }
}
