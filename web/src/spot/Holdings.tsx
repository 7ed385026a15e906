import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { addDecimal, compareDecimal } from '@glasshouse/protocol/decimal';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { spreadText } from '../trading/percents.ts';
import { Card } from '../ui/Card.tsx';
import { Coin } from '../ui/Coin.tsx';
import { Delta } from '../ui/Delta.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Money } from '../ui/Money.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { coinText, type Holdings as Data, type Holding, type Rules } from './amounts.ts';
import { chooseAndClear } from './choices.ts';
import { broughtBy, SmallBalances } from './SmallBalances.tsx';
import styles from './Spot.module.css';
import { useHoldings, useValued } from './spot.ts';

/** The spot wallet: its value at the newest tick, its cost, and the difference. */
export function Holdings({ rules }: { rules: Rules }) {
  const { t } = useWords();
  const { data, error, isFetching, refetch } = useHoldings(true);
  return (
    <section aria-labelledby="spot-wallet">
      <WalletHead title={t('spot.wallet')} data={data} />
      {!data && error && <LoadFailed of={{ error, isFetching, refetch }} title={t('spot.walletFailed')} />}
      {!data && !error && <SkeletonRows rows={3} />}
      {data && <Wallet data={data} rules={rules} records="/records?kind=spot" />}
    </section>
  );
}

/** The name and total value of a wallet. */
export function WalletHead({ title, data }: { title: string; data: Data | undefined }) {
  const hidden = useHidden();
  const { coins } = useValued(data?.coins ?? [], '0');
  const total = coins.reduce((sum, { worth }) => addDecimal(sum, worth), data?.usdt ?? '0');
  return (
    <div className={styles.head}>
      <h2 id="spot-wallet">{title}</h2>
      {data && (
        <b>
          <Money amount={total} currency="USDT" hidden={hidden} />
        </b>
      )}
    </div>
  );
}

type WalletProps = {
  data: Data;
  /** The rules that define small rests, which can be converted. Practice has none; all its coins are normal ones. */
  rules?: Rules;
  /** The path of its trades. */
  records: string;
};

/** The coins of a wallet, its USDT, and the profit of sold coins. */
export function Wallet({ data, rules, records }: WalletProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const { coins, rests } = useValued(data.coins, rules?.least ?? '0');
  return (
    <>
      <Card>
        <List>
          {coins.map((holding) => (
            <HoldingRow key={holding.symbol} holding={holding} />
          ))}
          <Row
            lead={<Coin symbol="USDT" size={36} />}
            title={<span className={styles.name}>USDT</span>}
            sub={t('spot.free')}
            value={
              <Figures below={null}>
                <Money amount={data.usdt} hidden={hidden} />
              </Figures>
            }
          />
          {rules && rests.length > 0 && <SmallBalances rests={rests} rules={rules} />}
        </List>
      </Card>
      {coins.length === 0 && rests.length === 0 && <p className={styles.help}>{t('spot.none')}</p>}
      {coins.length > 0 && <p className={styles.help}>{t('spot.averageHelp')}</p>}
      {rules && rests.length > 0 && <RestHelp rests={rests} rules={rules} />}
      <Realised amount={data.realised} records={records} />
    </>
  );
}

function HoldingRow({ holding }: { holding: Holding }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { symbol, amount, average, worth, profit, percent } = holding;
  const sell = () => {
    chooseAndClear({ symbol, side: 'sell' });
    window.scrollTo({ top: 0 });
  };
  return (
    <Row
      stays
      onPress={sell}
      lead={<Coin symbol={symbol} size={36} />}
      title={
        <span className={styles.name}>
          {symbol} <small>{hidden ? '••••' : coinText(amount)}</small>
        </span>
      }
      sub={t('spot.average', { price: formatDecimal(average, average.split('.')[1]?.length ?? 0) })}
      value={
        <Figures
          below={
            !hidden && (
              <span className={styles.came}>
                <Delta value={profit} percent={percent} />
              </span>
            )
          }
        >
          <Money amount={worth} hidden={hidden} />
        </Figures>
      }
    />
  );
}

function RestHelp({ rests, rules }: { rests: readonly Holding[]; rules: Rules }) {
  const { t } = useWords();
  const hidden = useHidden();
  const amount = hidden ? '••••' : formatDecimal(broughtBy(rests, rules.spreadBp));
  const words = { least: formatExact(rules.least), spread: spreadText(rules.spreadBp), amount };
  return <p className={styles.help}>{t('spot.rests.about', words)}</p>;
}

/** The profit of sold coins, and a link to all trades. */
function Realised({ amount, records }: { amount: string; records: string }) {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <div className={styles.head}>
      <span className={styles.help}>
        {compareDecimal(amount, '0') !== 0 && !hidden && (
          <>
            {t('spot.realised')} <Delta value={amount} />
          </>
        )}
      </span>
      <Link to={records} className={styles.more}>
        {t('titles.spotRecords')}
        <Icon name="chev" size={14} />
      </Link>
    </div>
  );
}
