import { formatExact } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { msOf } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { isFlash, lastSaleSlot } from '@glasshouse/protocol/options/terms';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import styles from '../trading/Positions.module.css';
import { SlipDoubt } from '../trading/SlipDoubt.tsx';
import { useScrollToNewOrder } from '../trading/scroll-to-order.ts';
import { Button } from '../ui/Button.tsx';
import { CountdownRing } from '../ui/CountdownRing.tsx';
import { choose } from './choices.ts';
import { leftText, termText } from './lives.ts';
import { cent, inCents, moneyText, signedMoney, wayOf } from './quote-facts.ts';
import { boughtText } from './side.ts';

type PositionRowProps = {
  order: OptionOrder;
  now: number;
  /** The current buy-back price; `undefined` while unknown. */
  worth: bigint | undefined;
  /** Missing if the option cannot be sold. */
  onSell?: () => void;
};

/** One open option: time left by the server's clock, its current buy-back price, and the sell button. */
export function PositionRow({ order, now, worth, onSell }: PositionRowProps) {
  const { t } = useWords();
  const { symbol, side, seconds, premium, dueSlot } = order;
  const hidden = useHidden();
  return (
    <li ref={useScrollToNewOrder(order.id)} className={styles.row}>
      <CountdownRing
        endsAt={msOf(dueSlot)}
        total={msOf(dueSlot - order.headSlot)}
        now={now}
        wordless
        textOf={leftText}
      />
      <div className={styles.what}>
        <span className={styles.name}>
          {isFlash(seconds) ? <ShowOnChart symbol={symbol} seconds={seconds} /> : <b>{symbol}</b>}
          <Tag tone={wayOf(side)} icon={wayOf(side)}>
            {t(`option.${side}`)}
          </Tag>
        </span>
        <small>{boughtText(order)}</small>
      </div>
      <div className={styles.stands}>
        <Stands worth={worth} premium={premium} isOver={msOf(dueSlot) <= now} />
      </div>
      <div className={styles.deed}>
        <small>{t('option.paid', { amount: hidden ? '••••' : formatExact(premium), life: termText(order) })}</small>
        {/* Below a cent there is no amount to show, and no reason to sell. */}
        {onSell && msOf(lastSaleSlot(order)) >= now && worth !== undefined && worth >= cent && (
          <Button small kind="soft" onClick={onSell}>
            {hidden ? t('option.sell.title') : t('option.sellAt', { amount: moneyText(worth) })}
          </Button>
        )}
      </div>
      <SlipDoubt id={order.id} />
    </li>
  );
}

/** Links to the chart that marks its strike. */
function ShowOnChart({ symbol, seconds }: Pick<OptionOrder, 'symbol' | 'seconds'>) {
  const { t } = useWords();
  const show = () => {
    choose({ symbol, view: 'flash', flash: seconds });
    window.scrollTo({ top: 0 });
  };
  return (
    <button type="button" onClick={show}>
      <b>{symbol}</b>
      <span className="vh">{t('contract.showOnChart')}</span>
    </button>
  );
}

const tones = { win: styles.ahead, lose: styles.behind, draw: undefined };

/** The current buy-back price, and whether it is more or less than the premium. */
function Stands({ worth, premium, isOver }: { worth: bigint | undefined; premium: string; isOver: boolean }) {
  const { t } = useWords();
  const hidden = useHidden();
  if (isOver) return <small>{t('ui.settling')}</small>;
  if (worth === undefined) return null;
  const change = worth - inCents(parseUnits(premium, 'USDT') ?? 0n);
  const stands = change > 0n ? 'win' : change < 0n ? 'lose' : 'draw';
  return (
    <>
      <small>{t('option.worthNow')}</small>
      <b>{hidden ? '••••' : moneyText(worth)}</b>
      {!hidden && (
        <small className={tones[stands]}>{t(`contract.standing.${stands}`, { amount: signedMoney(change) })}</small>
      )}
    </>
  );
}
