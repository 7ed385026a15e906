import { Tag } from '@glasshouse/kit/Tag.tsx';
import { type Direction, lateAfter, ruleOf } from '@glasshouse/protocol/contracts/settle';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import { useId, useState } from 'react';
import { useHidden } from '../lib/hidden.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useWords, Words } from '../lib/words.tsx';
import { type Opening, OpenProblem } from '../trading/OpenProblem.tsx';
import { percentOf } from '../trading/percents.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Coin } from '../ui/Coin.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { AtAGlance } from './AtAGlance.tsx';
import styles from './ConfirmSheet.module.css';
import { Outcomes } from './Outcomes.tsx';
import { money, oddsOf } from './odds.ts';
import { useReason } from './use-reason.ts';
import type { Ticket } from './use-ticket.ts';

type ConfirmProps = {
  symbol: string;
  direction: Direction;
  ticket: Ticket;
  opening: Opening & { isPending: boolean };
  onClose: () => void;
  onConfirm: () => void;
};

/** The order once more, with all its ends, before it is sent. */
export function ConfirmSheet({ open, ...props }: ConfirmProps & { open: boolean }) {
  const { t } = useWords();
  const { ticket, direction, opening, onClose, onConfirm } = props;
  const odds = oddsOf(ticket.units, ticket.term.returnBp);
  const reason = useReason(ticket);
  const hint = useId();
  const [silence, setSilence] = useState(false);
  const confirm = () => {
    if (silence) usePreferences.setState({ confirmOrders: false });
    onConfirm();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('contract.confirm.title')}
      footer={
        <div className={styles.acts}>
          <OpenProblem opening={opening} />
          <AtAGlance odds={odds} />
          {reason && !opening.isPending && (
            <p id={hint} className={styles.reason}>
              {reason}
            </p>
          )}
          <Button
            kind={direction === 'long' ? 'up' : 'down'}
            className={styles.confirm}
            busy={opening.isPending}
            disabled={(reason !== undefined || ticket.obstacle !== undefined) && !opening.isPending}
            aria-describedby={reason && hint}
            onClick={confirm}
          >
            {t(opening.isUndecided ? 'contract.confirm.again' : 'contract.confirm.act', {
              direction: t(`contract.${direction}`),
              stake: money(ticket.units),
            })}
          </Button>
          <button type="button" className={styles.cancel} onClick={onClose}>
            {t('ui.cancel')}
          </button>
        </div>
      }
    >
      <Body {...props} odds={odds} />
      <Checkbox checked={silence} onChange={setSilence}>
        {t('contract.confirm.silence')}
      </Checkbox>
    </Sheet>
  );
}

function Body({ symbol, direction, ticket, odds }: ConfirmProps & { odds: ReturnType<typeof oddsOf> }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { units, term, available } = ticket;
  const way = direction === 'long' ? 'up' : 'down';
  const left = (parseUnits(available ?? '0', 'USDT') ?? 0n) - units;
  return (
    <>
      <div className={styles.head}>
        <Coin symbol={symbol} size={40} />
        <div className={styles.what}>
          <b>{symbol}/USDT</b>
          <Tag tone={way} icon={way}>
            {t(`contract.${direction}`)} · {t(`contract.${direction}Means`)}
          </Tag>
        </div>
        <div className={styles.stake}>
          <b>{money(units)}</b>
          <small>{t('contract.confirm.for', { seconds: term.seconds })}</small>
        </div>
      </div>
      <Outcomes direction={direction} odds={odds} />
      <KeyValues>
        <KeyValue label={t('contract.confirm.entry')}>{t('contract.confirm.entryIs')}</KeyValue>
        <KeyValue
          label={t('contract.confirm.exit')}
          note={
            ruleOf(ticket.rules.rule).missing === 'waits'
              ? t('contract.confirm.waits')
              : t('contract.confirm.late', { seconds: (lateAfter * slotMs) / 1000 })
          }
        >
          {t('contract.confirm.exitIs', { seconds: term.seconds })}
        </KeyValue>
        <KeyValue label={t('contract.confirm.fee')}>0.00 USDT</KeyValue>
        <KeyValue label={t('contract.confirm.after')}>{hidden ? '••••' : money(left)} USDT</KeyValue>
      </KeyValues>
      <div className={styles.note}>
        <Note>
          <Words
            k="contract.confirm.odds"
            return={`+${percentOf(term.returnBp)}`}
            share={<b>{odds.breakEven}</b>}
            average={<b>{odds.average} USDT</b>}
          />
        </Note>
      </div>
    </>
  );
}
