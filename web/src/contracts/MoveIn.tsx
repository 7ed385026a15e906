import type { transfer } from '@glasshouse/protocol/assets';
import { call } from '../lib/call.ts';
import { compareDecimal, formatExact } from '../lib/format.ts';
import { useHidden } from '../lib/hidden.ts';
import { useAct } from '../lib/use-act.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { showToast } from '../ui/toast.ts';
import { OpenProblem } from './OpenProblem.tsx';
import styles from './Ticket.module.css';
import { offerOf, type Ticket } from './use-ticket.ts';

/** The sentence that says what is missing, for what it keeps from being pressed. */
export const shortId = 'contract-short';

type Move = { from: 'fund'; to: 'contract'; amount: string };

/** The contract account does not cover the stake: one tap brings money over from the fund account. */
export function MoveIn({ ticket: { amount, available, fund, obstacle } }: { ticket: Ticket }) {
  const { t } = useWords();
  const hidden = useHidden();
  const act = useAct({
    send: (body: Move & { id: string }) => call<typeof transfer>('POST', '/index/assets/transfer', body),
    sameness: JSON.stringify,
    onDone: (_, moved) =>
      showToast({
        kind: 'success',
        text: t('assets.transfer.done', {
          amount: formatExact(moved.amount),
          wallet: t('assets.wallets.contract'),
        }),
      }),
  });
  if (available === undefined || fund === undefined || !amount) return null;
  if (obstacle?.kind !== 'short' && !act.isPending) return null;
  const offer = offerOf(amount, available, fund);
  return (
    <div className={styles.move}>
      <p id={shortId}>
        {hidden ? t('assets.notEnough') : t('contract.missing', { by: formatExact(obstacle?.by ?? '0') })}
      </p>
      {compareDecimal(offer, '0') > 0 ? (
        <Button
          small
          icon="transfer"
          busy={act.isPending}
          onClick={() => act.start({ from: 'fund', to: 'contract', amount: offer })}
        >
          {t('contract.moveIn', { amount: hidden && offer === fund ? '••••' : formatExact(offer) })}
        </Button>
      ) : (
        <ButtonLink small to="/pay/deposit">
          {t('contract.topUp')}
        </ButtonLink>
      )}
      <OpenProblem opening={{ error: act.error, isUndecided: false }} />
    </div>
  );
}
