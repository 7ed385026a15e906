import { coinBySymbol } from '@glasshouse/protocol/coins';
import type { Order } from '@glasshouse/protocol/contracts';
import { stageAt } from '@glasshouse/protocol/settle';
import { msOf } from '@glasshouse/protocol/tape';
import { compareDecimal, formatDecimal, formatExact, subtractDecimal } from '../lib/format.ts';
import { useTape } from '../lib/quotes.ts';
import { useQuote } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { CountdownRing } from '../ui/CountdownRing.tsx';
import { Tag } from '../ui/Tag.tsx';
import { choose } from './choices.ts';
import styles from './Positions.module.css';

/** One open contract: time left on the server's clock, where it came in, and how it stands in words. */
export function PositionRow({ order, now }: { order: Order; now: number }) {
  const { t } = useWords();
  const { symbol, direction, seconds, stake, dueSlot } = order;
  const way = direction === 'long' ? 'up' : 'down';
  const show = () => {
    choose({ symbol });
    window.scrollTo({ top: 0 });
  };
  return (
    <li className={styles.row}>
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
        <b>{formatExact(stake)}</b>
        <Stands order={order} now={now} />
      </div>
    </li>
  );
}

function Terms({ order: { symbol, entry, seconds } }: { order: Order }) {
  const { t } = useWords();
  const paused = useTape((tape) => tape.paused !== undefined);
  if (paused) return <small>{t('orders.settlesAnyway')}</small>;
  const period = t('orders.seconds', { seconds });
  if (!entry) return <small>{`${t('contract.entryNext')} · ${period}`}</small>;
  const price = formatDecimal(entry.price, coinBySymbol(symbol)?.decimals);
  return <small>{`${t('contract.entryAt', { price })} · ${period}`}</small>;
}

/** Ahead or behind, by how much; before and after that, what is awaited. */
function Stands({ order, now }: { order: Order; now: number }) {
  const { t } = useWords();
  const quote = useQuote(order.symbol);
  const paused = useTape((tape) => tape.paused !== undefined);
  const { entry, direction, dueSlot } = order;
  const stage = stageAt(order, false, quote?.slot ?? order.headSlot);
  if (stage === 'settling' || msOf(dueSlot) <= now) return <small>{t('ui.settling')}</small>;
  // An old price says nothing about how it stands.
  if (paused) return null;
  if (!entry || !quote) return <small>{t('contract.waiting')}</small>;
  const moved = subtractDecimal(quote.price, entry.price);
  const ahead = compareDecimal(moved, '0') * (direction === 'long' ? 1 : -1);
  if (ahead === 0) return <small>{t('contract.level')}</small>;
  const by = formatDecimal(moved.replace('-', ''), quote.decimals);
  return (
    <small className={ahead > 0 ? styles.ahead : styles.behind}>
      {t(ahead > 0 ? 'contract.ahead' : 'contract.behind', { by })}
    </small>
  );
}
