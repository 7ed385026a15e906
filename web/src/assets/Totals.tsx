import type { SystemName, Wallet } from '@glasshouse/protocol/ledger/books';
import type { Overview } from '../lib/assets.ts';
import { committedPath } from '../lib/committed-path.ts';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Money } from '../ui/Money.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SecondAmount } from '../ui/SecondAmount.tsx';
import styles from './Assets.module.css';
import { Figure } from './Figure.tsx';

const groups = [
  { total: 'totalFunds', parts: ['fund', 'cash'] },
  { total: 'totalSpot', parts: ['spot', 'committed_spot'] },
  { total: 'totalContract', parts: ['contract', 'committed_contracts'] },
  {
    total: undefined,
    parts: [
      'options',
      'financial',
      'committed_options',
      'committed_products',
      'committed_withdrawals',
      'committed_vip',
    ],
  },
] as const satisfies { total: keyof Overview | undefined; parts: (Wallet | SystemName)[] }[];

/** The requested totals, with their parts below them. */
export function Totals({ overview }: { overview: Overview }) {
  const { t } = useWords();
  const hidden = useHidden();
  return groups.map(({ total, parts }) => (
    <section key={total ?? 'others'} aria-label={t(`assets.${total ?? 'others'}`)}>
      <div className={styles.head}>
        <h2>{t(`assets.${total ?? 'others'}`)}</h2>
        {total && (
          <span className={styles.total}>
            <b>
              <Money amount={overview[total].usdt} currency="USDT" hidden={hidden} />
            </b>
            <SecondAmount usdt={overview[total].usdt} hidden={hidden} />
          </span>
        )}
      </div>
      <Card>
        <Parts overview={overview} parts={parts} />
      </Card>
    </section>
  ));
}

/** Why money is committed, if the name doesn't say so. */
const heldBy: Partial<Record<SystemName, 'committed' | 'untilDecided'>> = {
  committed_contracts: 'committed',
  committed_options: 'committed',
  committed_spot: 'committed',
  committed_withdrawals: 'untilDecided',
};

function Parts({ overview, parts }: { overview: Overview; parts: readonly string[] }) {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <List>
      {overview.wallets
        .filter(({ wallet }) => parts.includes(wallet))
        .map(({ wallet, balances }) => (
          <Row
            key={wallet}
            to={`/assets/${wallet}`}
            title={t(`assets.wallets.${wallet}`)}
            value={
              <span className={styles.amounts}>
                {balances.map(({ currency, amount }) => (
                  <Figure key={currency} amount={amount} currency={currency} />
                ))}
              </span>
            }
          />
        ))}
      {overview.committed
        .filter(({ account }) => parts.includes(account))
        .map(({ account, usdt }) => (
          <Row
            key={account}
            to={committedPath(account)}
            title={t(`assets.systems.${account}`)}
            sub={heldBy[account] && t(`assets.${heldBy[account]}`)}
            value={
              <span className={styles.amounts}>
                <Money amount={usdt} currency="USDT" hidden={hidden} />
              </span>
            }
          />
        ))}
    </List>
  );
}
