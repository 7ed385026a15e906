import { formatExact } from '@glasshouse/kit/format.ts';
import type { transfer } from '@glasshouse/protocol/assets/calls';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useRef } from 'react';
import { call } from '../lib/call.ts';
import { useHidden } from '../lib/hidden.ts';
import { useAct } from '../lib/use-act.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { showToast } from '../ui/toast.ts';
import { OpenProblem } from './OpenProblem.tsx';
import styles from './Ticket.module.css';
import { offerOf, type Ticket } from './use-ticket.ts';

/** The id of the sentence that says what is missing, for the buttons it keeps disabled. */
export const shortId = 'contract-short';

type MoveInProps = {
  ticket: Ticket;
  /** The button disappears once the money is there; if it had the focus, the focus moves on. */
  onLeave: () => void;
};
type Move = { from: 'fund'; to: 'contract'; amount: string };

/** The contract account does not cover the stake: one tap brings money over from the fund account. */
export function MoveIn({ ticket: { amount, available, fund, obstacle }, onLeave }: MoveInProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const box = useRef<HTMLDivElement>(null);
  const act = useAct({
    name: 'transfer',
    send: (body: Move & { id: string }) => call<typeof transfer>('POST', '/index/assets/transfer', body),
    sameness: JSON.stringify,
    onDone: (_, moved) => {
      showToast({
        kind: 'success',
        text: t('assets.transfer.done', {
          amount: formatExact(moved.amount),
          wallet: t('assets.wallets.contract'),
        }),
      });
      if (box.current?.contains(document.activeElement)) onLeave();
    },
  });
  if (available === undefined || fund === undefined || !amount) return null;
  if (obstacle?.kind !== 'short' && !act.isPending) return null;
  const offer = offerOf(amount, available, fund);
  return (
    <div ref={box} className={styles.move}>
      <p id={shortId}>
        {hidden ? t('assets.notEnough') : t('contract.missing', { by: formatExact(obstacle?.by ?? '0') })}
      </p>
      {compareDecimal(offer, '0') > 0 ? (
        <Button
          small
          icon="transfer"
          busy={act.isPending}
          disabled={act.isLost && !act.isPending}
          onClick={() => act.start({ from: 'fund', to: 'contract', amount: offer })}
        >
          {t('contract.moveIn', { amount: hidden && offer === fund ? '••••' : formatExact(offer) })}
        </Button>
      ) : (
        <ButtonLink small to="/assets/transfer?to=contract">
          {t('contract.fromOther')}
        </ButtonLink>
      )}
      <OpenProblem opening={{ error: act.error, isUndecided: false }} />
    </div>
  );
}
