import { formatExact } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { type Direction, lateAfter, ruleOf } from '@glasshouse/protocol/contracts/settle';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import { useId, useRef, useState } from 'react';
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
  /** Opened by a key: the next one, Enter, confirms. */
  byKey: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** The order once more, with all its ends, before it is sent. */
export function ConfirmSheet({ open, ...props }: ConfirmProps & { open: boolean }) {
  const { t } = useWords();
  const { ticket, direction, opening, byKey, onClose, onConfirm } = props;
  const button = useRef<HTMLButtonElement>(null);
  const odds = oddsOf(ticket.units, ticket.term.returnBp);
  const isShort = ticket.obstacle?.kind === 'short';
  const lacks = isShort ? t('contract.missing', { by: formatExact(ticket.obstacle!.by) }) : undefined;
  const reason = useReason(ticket) ?? lacks;
  const hint = useId();
  const [silence, setSilence] = useState(false);
  const [wasOpen, setWasOpen] = useState(open);
  // What was ticked for an order that was not sent says nothing about the next one.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setSilence(false);
  }
  const confirm = () => {
    if (silence && !ticket.move) usePreferences.setState({ confirmOrders: false });
    onConfirm();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      initialFocus={byKey ? button : undefined}
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
            ref={button}
            kind={direction === 'long' ? 'up' : 'down'}
            className={styles.confirm}
            busy={opening.isPending}
            disabled={
              (reason !== undefined || ticket.obstacle !== undefined || ticket.isCounting) && !opening.isPending
            }
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
      {/* Visitors have no settings in which to turn it on again, and money that has to be moved is always said. */}
      {!ticket.practice && !ticket.move && (
        <Checkbox checked={silence} onChange={setSilence}>
          {t('contract.confirm.silence')}
        </Checkbox>
      )}
    </Sheet>
  );
}

function Body({ symbol, direction, ticket, odds }: ConfirmProps & { odds: ReturnType<typeof oddsOf> }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { units, term, held, available, move } = ticket;
  const way = direction === 'long' ? 'up' : 'down';
  // With money from Funding the wallet ends at nothing, which says nothing: what is left is what both hold less the stake.
  const left = (parseUnits((move ? available : held) ?? '0', 'USDT') ?? 0n) - units;
  const label = ticket.practice ? 'contract.practice.after' : move ? 'contract.confirm.left' : 'contract.confirm.after';
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
        {move && (
          <KeyValue label={t('contract.confirm.move')} note={t('contract.confirm.moveWhy')}>
            {t('contract.confirm.moveIs', { amount: hidden ? '••••' : formatExact(move) })}
          </KeyValue>
        )}
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
        <KeyValue label={t(label)} note={move && t('contract.confirm.leftWhere')}>
          {hidden ? '••••' : money(left)} USDT
        </KeyValue>
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
