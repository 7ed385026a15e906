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

/** What comes from Funding, among the terms of an order that is shown once more. */
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
  /** What has to be in view together with the button. */
  glance: readonly Figure[];
  /** How long the price of the button holds. */
  holds?: ReactNode;
  opening: Opening & { isPending: boolean };
  /** Why it cannot be sent now; without words where `cannot` is enough. */
  reason: string | undefined;
  cannot?: boolean;
  act: string;
  /** Whether the user may choose not to be asked again. */
  canSilence: boolean;
  onConfirm: () => void;
  children: ReactNode;
};

/** An order once more before it is sent, the same for every product: the price now, its terms, and what can come of it beside the button. */
export function ConfirmFrame(props: ConfirmFrameProps) {
  const { t } = useWords();
  const { confirming, side, glance, holds, opening, reason, cannot = false, act, canSilence, onConfirm } = props;
  const { isOpen, byKey, close } = confirming;
  const button = useRef<HTMLButtonElement>(null);
  const hint = useId();
  const [silence, setSilence] = useState(false);
  const [wasOpen, setWasOpen] = useState(isOpen);
  // What was ticked for an order that was not sent says nothing about the next one.
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

/** What is traded, which way, and the price of this moment. */
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
