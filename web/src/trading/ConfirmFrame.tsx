import { formatMoney } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useHidden } from '../lib/hidden.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useTape } from '../lib/quotes.ts';
import { useQuote } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Coin } from '../ui/Coin.tsx';
import { KeyValue } from '../ui/KeyValues.tsx';
import { Price } from '../ui/Price.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import styles from './ConfirmFrame.module.css';
import { type Opening, OpenProblem } from './OpenProblem.tsx';
import type { Side } from './SideTag.tsx';
import type { Confirming } from './use-confirming.ts';

/** The amount drawn from Funding, one of the terms in the confirmation of an order. */
export function MoveLine({ move }: { move: string | undefined }) {
  const { t } = useWords();
  const hidden = useHidden();
  if (!move) return null;
  return (
    <KeyValue label={t('contract.confirm.move')} note={t('contract.confirm.moveWhy')}>
      {hidden ? '••••' : formatMoney(move)} USDT
    </KeyValue>
  );
}

type Figure = { name: string; figure: ReactNode; tone?: 'up' | 'down' };
type ConfirmFrameProps = {
  confirming: Pick<Confirming<unknown>, 'isOpen' | 'byKey' | 'close'>;
  symbol: string;
  side: Side;
  /** Figures that must be visible together with the button. */
  glance: readonly Figure[];
  /** How long the quoted price is valid. */
  holds?: ReactNode;
  opening: Opening & { isPending: boolean };
  /** Why the order can't be sent now; without text if `cannot` explains it. */
  reason: string | undefined;
  cannot?: boolean;
  act: string;
  /** Whether the user may turn confirmations off. */
  canSilence: boolean;
  onConfirm: () => void;
  children: ReactNode;
};

/**
 * The confirmation of an order, the same for every product: the current price, the terms, and the possible outcomes
 * next to the button.
 */
export function ConfirmFrame(props: ConfirmFrameProps) {
  const { t } = useWords();
  const { confirming, side, glance, holds, opening, reason, cannot = false, act, canSilence, onConfirm } = props;
  const { isOpen, byKey, close } = confirming;
  const button = useRef<HTMLButtonElement>(null);
  const hint = useId();
  const [silence, setSilence] = useState(false);
  const [wasOpen, setWasOpen] = useState(isOpen);
  // A tick set for an order that wasn't sent must not carry over to the next one.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setSilence(false);
  }
  const confirm = () => {
    if (silence && canSilence) usePreferences.setState({ confirmOrders: false });
    onConfirm();
  };
  return (
    <Sheet
      open={isOpen}
      onClose={close}
      initialFocus={byKey ? button : undefined}
      title={t('contract.confirm.title')}
      footer={
        <div className={styles.acts}>
          <OpenProblem opening={opening} />
          <dl className={styles.glance}>
            {glance.map(({ name, figure, tone }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={tone && styles[tone]}>{figure}</dd>
              </div>
            ))}
          </dl>
          {holds && <p className={styles.holds}>{holds}</p>}
          {reason && !opening.isPending && (
            <p id={hint} className={styles.reason}>
              {reason}
            </p>
          )}
          <Button
            ref={button}
            kind={side.way}
            className={styles.confirm}
            busy={opening.isPending}
            disabled={(reason !== undefined || cannot) && !opening.isPending}
            aria-describedby={reason && hint}
            onClick={confirm}
          >
            {act}
          </Button>
          <button type="button" className={styles.cancel} onClick={close}>
            {t('ui.cancel')}
          </button>
        </div>
      }
    >
      <Head {...props} />
      <div className={styles.terms}>{props.children}</div>
      {canSilence && (
        <Checkbox checked={silence} onChange={setSilence}>
          {t('contract.confirm.silence')}
        </Checkbox>
      )}
    </Sheet>
  );
}

/** The symbol, the direction and the current price. */
function Head({ symbol, side: { way, name } }: Pick<ConfirmFrameProps, 'symbol' | 'side'>) {
  const { t } = useWords();
  const quote = useQuote(symbol);
  const paused = useTape((tape) => tape.paused !== undefined);
  const flash = usePreferences(({ flashPrices }) => flashPrices);
  return (
    <div className={styles.head}>
      <Coin symbol={symbol} size={40} />
      <div className={styles.what}>
        <b>{symbol}/USDT</b>
        <Tag tone={way} icon={way}>
          {name}
        </Tag>
      </div>
      {quote && (
        <div className={styles.price}>
          <b>
            <Price value={quote.price} precision={quote.decimals} flash={flash} paused={paused} />
          </b>
          <small>{t('contract.confirm.now')}</small>
        </div>
      )}
    </div>
  );
}
