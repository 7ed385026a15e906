import { formatExact } from '@glasshouse/kit/format.ts';
import type { transfer } from '@glasshouse/protocol/assets/calls';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useRef } from 'react';
import { offerOf } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { useHidden } from '../lib/hidden.ts';
import { useAct } from '../lib/use-act.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './MoveIn.module.css';
import { OpenProblem } from './OpenProblem.tsx';

type MoveInProps = {
  /** The id of the sentence that says what is missing, for the buttons it keeps disabled. */
  id: string;
  wallet: 'contract' | 'options' | 'spot';
  /** What an order takes, and what the wallet and the fund account hold. */
  amount: string | undefined;
  available: string | undefined;
  fund: string | undefined;
  /** Says by how much the wallet is short; undefined when it is not. */
  missing: string | undefined;
  /** The button disappears once the money is there; if it had the focus, the focus moves on. */
  onLeave: () => void;
};
type Move = { from: 'fund'; to: MoveInProps['wallet']; amount: string };

/** The wallet does not cover the order: one tap brings money over from the fund account. */
export function MoveIn({ id, wallet, amount, available, fund, missing, onLeave }: MoveInProps) {
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
        high: true,
        text: t('assets.transfer.done', {
          amount: formatExact(moved.amount),
          wallet: t(`assets.wallets.${moved.to}`),
        }),
      });
      if (box.current?.contains(document.activeElement)) onLeave();
    },
  });
  if (available === undefined || fund === undefined || !amount) return null;
  if (missing === undefined && !act.isPending) return null;
  const offer = offerOf(amount, available, fund);
  return (
    <div ref={box} className={styles.move}>
      <p id={id}>{hidden ? t('assets.notEnough') : missing}</p>
      {compareDecimal(offer, '0') > 0 ? (
        <Button
          small
          icon="transfer"
          busy={act.isPending}
          disabled={act.isLost && !act.isPending}
          onClick={() => act.start({ from: 'fund', to: wallet, amount: offer })}
        >
          {t('contract.moveIn', { amount: hidden && offer === fund ? '••••' : formatExact(offer) })}
        </Button>
      ) : (
        <ButtonLink small to={`/assets/transfer?to=${wallet}`}>
          {t('contract.fromOther')}
        </ButtonLink>
      )}
      <OpenProblem opening={{ error: act.error, isUndecided: false }} />
    </div>
  );
}
