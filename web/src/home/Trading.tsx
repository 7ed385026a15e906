import { Icon } from '@glasshouse/kit/Icon.tsx';
import { addDecimal } from '@glasshouse/protocol/decimal';
import { useOverview } from '../lib/assets.ts';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useWords, Words } from '../lib/words.tsx';
import { Delta } from '../ui/Delta.tsx';
import { Money } from '../ui/Money.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './Trading.module.css';
import { TradingLine } from './TradingLine.tsx';
import { useResultNews } from './use-result-news.ts';

/** What trading has brought, today and ever, with its last thirty days; what products pay stands apart, and a grant is in neither. */
export function Trading() {
  const { t } = useWords();
  const { data, error } = useOverview();
  useResultNews();
  // Without the figures the page says above why there are none.
  if (error && !data) return null;
  const of = (name: string) => data?.income.sources.find(({ source }) => source === name);
  const trading = of('trading');
  const [product, machine] = [of('product'), of('machine')];
  return (
    <div className={styles.trading}>
      <Link className={styles.result} to="/contract/results">
        <span className={styles.title}>
          {t('home.trading.title')}
          <Icon name="chev" size={14} />
        </span>
        <span className={styles.figures}>
          <span>
            <small>{t('home.trading.today')}</small> <Figure value={trading?.today} />
          </span>
          <span>
            <small>{t('home.trading.allTime')}</small> <Figure value={trading?.total} />
          </span>
        </span>
        <TradingLine />
      </Link>
      {product && machine && (
        <Link className={styles.income} to="/assets">
          <Words k="home.trading.income" change={<Figure value={addDecimal(product.today, machine.today)} />} />
        </Link>
      )}
    </div>
  );
}

function Figure({ value }: { value: string | undefined }) {
  const hidden = useHidden();
  if (value === undefined) return <Skeleton width={64} height={18} />;
  return hidden ? <Money amount={value} hidden /> : <Delta value={value} />;
}
