import { Icon } from '@glasshouse/kit/Icon.tsx';
import { type Wallet, wallets } from '@glasshouse/protocol/ledger/books';
import { type Overview, statementPath } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { Link, Navigate, useParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { MoneyActions } from '../ui/MoneyActions.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Eye } from '../ui/Valuation.tsx';
import styles from './Assets.module.css';
import { Entries } from './Entries.tsx';
import { Figure } from './Figure.tsx';
import { WithOverview } from './WithOverview.tsx';

/** One account: its balance, the actions, and all of its postings. */
export function WalletScreen() {
  const { t } = useWords();
  const back = useBack();
  const { wallet: name } = useParams();
  const wallet = wallets.find((each) => each === name);
  if (!wallet) return <Navigate to="/assets" />;
  return (
    <>
      <PageBar title={t(`assets.wallets.${wallet}`)} onBack={back} />
      <main className={styles.page}>
        <WithOverview>{(overview) => <Balance wallet={wallet} overview={overview} />}</WithOverview>
        <section aria-labelledby="statement">
          <div className={styles.head}>
            <h2 id="statement">{t('titles.statement')}</h2>
            <Link className={styles.more} to={statementPath({ wallet })}>
              {t('assets.filter.all')}
              <Icon name="chev" size={14} />
            </Link>
          </div>
          <Entries choice={{ wallet }} level={3} />
        </section>
      </main>
    </>
  );
}

function Balance({ wallet, overview }: { wallet: Wallet; overview: Overview }) {
  const { t } = useWords();
  const held = overview.wallets.find((each) => each.wallet === wallet);
  const inOther = held && (held.balances.length > 1 || held.balances[0]?.currency !== 'USDT');
  return (
    <Card pad aria-label={t(`assets.wallets.${wallet}`)}>
      <div className={styles.label}>
        {t('assets.balance')}
        <Eye />
      </div>
      <div className={styles.balances}>
        {held?.balances.map(({ currency, amount }) => (
          <Figure key={currency} amount={amount} currency={currency} size="large" />
        ))}
        {inOther && (
          <small className={styles.worth}>
            ≈ <Figure amount={held.usdt} currency="USDT" />
          </small>
        )}
      </div>
      <p className={styles.about}>{t(`assets.about.${wallet}`)}</p>
      <MoneyActions>
        {wallet !== 'cash' && (
          <ButtonLink small to={`/assets/transfer?from=${wallet}`}>
            {t('titles.transfer')}
          </ButtonLink>
        )}
        {wallet === 'options' && (
          <ButtonLink small kind="soft" to="/options">
            {t('titles.options')}
          </ButtonLink>
        )}
        {wallet === 'spot' && (
          <ButtonLink small kind="soft" to="/spot">
            {t('titles.spot')}
          </ButtonLink>
        )}
        {wallet === 'fund' && (
          <>
            <ButtonLink small kind="soft" to="/pay/deposit">
              {t('titles.deposit')}
            </ButtonLink>
            <ButtonLink small kind="soft" to="/pay/transfer">
              {t('titles.memberTransfer')}
            </ButtonLink>
            <ButtonLink small kind="soft" to="/assets/exchange?from=USDT">
              {t('titles.exchange')}
            </ButtonLink>
          </>
        )}
        {wallet === 'cash' && (
          <ButtonLink small to="/assets/exchange?from=CNY">
            {t('titles.exchange')}
          </ButtonLink>
        )}
        {(wallet === 'fund' || wallet === 'cash') && (
          <ButtonLink small kind="soft" to={wallet === 'fund' ? '/pay/withdraw' : '/pay/withdraw?to=bank'}>
            {t('titles.withdraw')}
          </ButtonLink>
        )}
      </MoneyActions>
    </Card>
  );
}
