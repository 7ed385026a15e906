import { formatExact } from '@glasshouse/kit/format.ts';
import { type Direction, lateAfter, ruleOf } from '@glasshouse/protocol/contracts/settle';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import { useHidden } from '../lib/hidden.ts';
import { useWords, Words } from '../lib/words.tsx';
import { ConfirmFrame, MoveLine } from '../trading/ConfirmFrame.tsx';
import type { Opening } from '../trading/OpenProblem.tsx';
import { percentOf } from '../trading/percents.ts';
import type { Confirming } from '../trading/use-confirming.ts';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { money, oddsOf } from './odds.ts';
import type { Ticket } from './use-ticket.ts';
import { useReason } from './use-ticket.ts';

type ConfirmProps = {
  symbol: string;
  confirming: Confirming<Direction>;
  ticket: Ticket;
  opening: Opening & { isPending: boolean };
  onConfirm: () => void;
};

/** The confirmation of a contract with all its possible outcomes. */
export function ConfirmSheet({ symbol, confirming, ticket, opening, onConfirm }: ConfirmProps) {
  const { t } = useWords();
  const { order: direction = 'long' } = confirming;
  const odds = oddsOf(ticket.units, ticket.term.returnBp);
  const isShort = ticket.obstacle?.kind === 'short';
  const lacks = isShort ? t('contract.missing', { by: formatExact(ticket.obstacle!.by) }) : undefined;
  const won = { figure: odds.gain, tone: 'up' } as const;
  const lost = { figure: odds.loss, tone: 'down' } as const;
  return (
    <ConfirmFrame
      confirming={confirming}
      symbol={symbol}
      side={{
        way: direction === 'long' ? 'up' : 'down',
        name: `${t(`contract.${direction}`)} · ${t(`contract.${direction}Means`)}`,
      }}
      glance={[
        { name: t('contract.confirm.rises'), ...(direction === 'long' ? won : lost) },
        { name: t('contract.confirm.falls'), ...(direction === 'long' ? lost : won) },
        { name: t('contract.confirm.equal'), figure: t('contract.confirm.returned') },
        { name: t('results.breakEven'), figure: odds.breakEven },
      ]}
      opening={opening}
      reason={useReason(ticket) ?? lacks}
      cannot={ticket.obstacle !== undefined || ticket.isCounting}
      act={t(opening.isUndecided ? 'contract.confirm.again' : 'contract.confirm.act', {
        direction: t(`contract.${direction}`),
        stake: money(ticket.units),
      })}
      // Visitors have no setting to turn it on again, and drawing from Funding is always confirmed.
      canSilence={!ticket.practice && !ticket.move}
      onConfirm={onConfirm}
    >
      <Terms ticket={ticket} average={odds.average} />
    </ConfirmFrame>
  );
}

function Terms({ ticket, average }: { ticket: Ticket; average: string }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { units, term, held, available, move } = ticket;
  // When Funding is used, the wallet always ends at zero, which is not informative. So the total of both minus the
  // stake is shown.
  const left = (parseUnits((move ? available : held) ?? '0', 'USDT') ?? 0n) - units;
  const label = ticket.practice ? 'contract.practice.after' : move ? 'contract.confirm.left' : 'contract.confirm.after';
  return (
    <>
      <KeyValues>
        <MoveLine move={move} />
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
        <KeyValue label={t(label)}>{hidden ? '••••' : money(left)} USDT</KeyValue>
      </KeyValues>
      <Note>
        <Words k="contract.confirm.odds" return={`+${percentOf(term.returnBp)}`} average={<b>{average} USDT</b>} />
      </Note>
    </>
  );
}
