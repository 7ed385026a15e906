import { placesOf } from '@glasshouse/kit/format.ts';
import { addDecimal } from '@glasshouse/protocol/decimal';
import { utcDay } from '@glasshouse/protocol/utc-day';
import type { ProductKind } from '@glasshouse/protocol/wealth/terms';
import { statementPath, useOverview } from '../lib/assets.ts';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { serverNow } from '../lib/server-clock.ts';
import { useWords } from '../lib/words.tsx';
import { Delta } from '../ui/Delta.tsx';
import { Money } from '../ui/Money.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './Center.module.css';
import { Figure } from './Figure.tsx';
import { plain } from './sums.ts';
import { useWealthSummary } from './wealth.ts';

const labels = { trust: 'wealth.inProducts', pledge: 'wealth.yourPledges', machine: 'wealth.yourMachines' } as const;

/** The amount a user has in products, or in those of a kind, and their income. Each figure links to its details. */
export function HoldingsSummary({ kind, pledged }: { kind: ProductKind; pledged: string | undefined }) {
  const { t } = useWords();
  const hidden = useHidden();
  const held = useWealthSummary(true).data?.held;
  // The price of a machine is spent, so it doesn't count as money in a product.
  const counted = held?.filter((each) => (kind === 'trust' ? each.kind !== 'machine' : each.kind === kind));
  const amount = counted?.reduce((all, each) => addDecimal(all, each.amount), '0.00');
  const count = counted?.reduce((all, each) => all + each.count, 0);
  return (
    <section className={styles.held} aria-label={t(labels[kind])}>
      <Link to={kind === 'trust' ? '/finance/order' : `/finance/order?kind=${kind}`} className={styles.own}>
        <small>{t(labels[kind])}</small>
        {amount === undefined ? (
          <Skeleton width={140} height={28} radius={8} />
        ) : (
          <Money amount={amount} currency="USDT" size="large" hidden={hidden} />
        )}
      </Link>
      {kind === 'trust' ? (
        <Earned />
      ) : (
        <>
          <Figure label={t('wealth.running')}>{count === undefined ? '–' : hidden ? '••' : count}</Figure>
          {kind === 'pledge' && (
            <Figure label={t('wealth.allPledged')}>{pledged === undefined ? '–' : plain(pledged)}</Figure>
          )}
        </>
      )}
    </section>
  );
}

/** The income from products, today and in total. */
function Earned() {
  const { t } = useWords();
  const hidden = useHidden();
  const income = useOverview().data?.income.sources.find(({ source }) => source === 'product');
  const shown = (amount: string | undefined) =>
    amount === undefined ? (
      '–'
    ) : hidden ? (
      <Money amount={amount} hidden />
    ) : (
      <Delta value={amount} decimals={placesOf(amount)} arrow={false} />
    );
  return (
    <>
      <Link to={statementPath({ kind: 'product', from: utcDay(serverNow()) })}>
        <Figure label={t('wealth.today')}>{shown(income?.today)}</Figure>
      </Link>
      <Link to={statementPath({ kind: 'product' })}>
        <Figure label={t('wealth.allTime')}>{shown(income?.total)}</Figure>
      </Link>
    </>
  );
}
