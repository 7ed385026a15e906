import { directionOf } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { earnedSources } from '@glasshouse/protocol/ledger/books';
import { productNames } from '@glasshouse/protocol/orders/product-names';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { assetsKey, useOverview } from '../lib/assets.ts';
import { useHidden } from '../lib/hidden.ts';
import { watchEvents } from '../lib/live.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Delta } from '../ui/Delta.tsx';
import { Money } from '../ui/Money.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './Trading.module.css';
import { TradingLine } from './TradingLine.tsx';

/**
 * The profit of trading and products, today and in total, with the last thirty days and its parts. Grants are not
 * included.
 */
export function Trading() {
  const { t } = useWords();
  const { data, error } = useOverview();
  useResultNews();
  // If the figures can't be loaded, the page says above why.
  if (error && !data) return null;
  const parts = earnedSources.map((name) => data?.income.sources.find(({ source }) => source === name));
  return (
    <div className={styles.trading}>
      <Link className={styles.result} to="/results">
        <span className={styles.title}>
          {t('ui.earned.total')}
          <Icon name="chev" size={14} />
        </span>
        <span className={styles.figures}>
          <span>
            <small>{t('home.trading.today')}</small> <Figure value={data?.income.today} />
          </span>
          <span>
            <small>{t('home.trading.allTime')}</small> <Figure value={data?.income.total} />
          </span>
        </span>
        <TradingLine />
        <span className={styles.parts}>
          {parts.map(
            (part) =>
              part &&
              directionOf(part.total) !== 'flat' && (
                <span key={part.source}>
                  {t(`ui.earned.${part.source as (typeof earnedSources)[number]}`)} <Figure value={part.total} />
                </span>
              ),
          )}
        </span>
      </Link>
    </div>
  );
}

function Figure({ value }: { value: string | undefined }) {
  const hidden = useHidden();
  if (value === undefined) return <Skeleton width={64} height={18} />;
  return hidden ? <Money amount={value} hidden /> : <Delta value={value} />;
}

/** Includes a result that arrives while the page is open, wherever the order was placed. */
function useResultNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const renew = () => void queries.invalidateQueries({ queryKey: assetsKey });
    const leave = productNames.map((type) => watchEvents(type, renew, () => {}));
    return () => {
      for (const stop of leave) stop();
    };
  }, [queries]);
}
