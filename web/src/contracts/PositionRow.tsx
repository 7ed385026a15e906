import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { stageAt } from '@glasshouse/protocol/contracts/settle';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { msOf } from '@glasshouse/protocol/market/tape';
import { useTape } from '../lib/quotes.ts';
import { useQuote } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import styles from '../trading/Positions.module.css';
import { SlipDoubt } from '../trading/SlipDoubt.tsx';
import { useScrollToNewOrder } from '../trading/scroll-to-order.ts';
import { CountdownRing } from '../ui/CountdownRing.tsx';
import { choose } from './choices.ts';
import { standingOf } from './odds.ts';

/** One open contract: time left by the server's clock, its entry, and its result if it ended now. */
export function PositionRow({ order, now }: { order: Order; now: number }) {
  const { t } = useWords();
  const { symbol, direction, seconds, dueSlot } = order;
  const way = direction === 'long' ? 'up' : 'down';
  const show = () => {
    choose({ symbol });
    window.scrollTo({ top: 0 });
  };
  return (
    <li ref={useScrollToNewOrder(order.id)} className={styles.row}>
      <CountdownRing endsAt={msOf(dueSlot)} total={seconds * 1000} now={now} wordless />
      <div className={styles.what}>
        <span className={styles.name}>
          <button type="button" onClick={show}>
            <b>{symbol}</b>
            <span className="vh">{t('contract.showOnChart')}</span>
          </button>
          <Tag tone={way} icon={way}>
            {t(`contract.${direction}`)}
          </Tag>
        </span>
        <Terms order={order} />
      </div>
      <div className={styles.stands}>
        <Stands order={order} now={now} />
      </div>
      <SlipDoubt id={order.id} />
    </li>
  );
}

function Terms({ order: { symbol, entry, seconds, stake } }: { order: Order }) {
  const { t } = useWords();
  const paused = useTape((tape) => tape.paused !== undefined);
  const period = t('ui.seconds', { seconds });
  const price = entry && formatDecimal(entry.price, coinBySymbol(symbol)?.decimals);
  return (
    <>
      <small>{`${t('orders.stake')} ${formatExact(stake)}`}</small>
      {paused ? (
        <small>{t('orders.settlesAnyway')}</small>
      ) : (
        <small>{`${price ? t('contract.entryAt', { price }) : t('contract.entryNext')} · ${period}`}</small>
      )}
    </>
  );
}

const tones = { win: styles.ahead, lose: styles.behind, draw: undefined };

/**
 * The result if the contract ended now, as a word and an amount, with the price it follows from. Before the entry and
 * after the end, says what is awaited.
 */
function Stands({ order, now }: { order: Order; now: number }) {
  const { t } = useWords();
  const quote = useQuote(order.symbol);
  const paused = useTape((tape) => tape.paused !== undefined);
  const { entry, dueSlot } = order;
  const stage = stageAt(order, false, quote?.slot ?? order.headSlot);
  if (stage === 'settling' || msOf(dueSlot) <= now) return <small>{t('ui.settling')}</small>;
  // An outdated price says nothing about the result.
  if (paused) return null;
  if (!entry || !quote) return <small>{t('contract.waiting')}</small>;
  const { outcome: stands, change, distance } = standingOf(order, entry.price, quote.price, quote.decimals);
  return (
    <>
      <small>{t('contract.ifNow')}</small>
      <b className={tones[stands]}>{t(`contract.standing.${stands}`, { amount: change })}</b>
      <small>{t('contract.moved', { by: distance })}</small>
    </>
  );
}
