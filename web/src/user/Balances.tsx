import { useOverview } from '../lib/assets.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { MoneyActions } from '../ui/MoneyActions.tsx';
import { Valuation } from '../ui/Valuation.tsx';
import styles from './Balances.module.css';
import { Committed, Shares, WaitingGrid, WalletGrid } from './Shares.tsx';

/** The card with the user's money: the total, the actions, and the six accounts. */
export function Balances() {
  const { t } = useWords();
  const { data, isPending } = useOverview();
  return (
    <Card aria-label={t('titles.assets')}>
      <div className={styles.top}>
        <Valuation card />
        <MoneyActions>
          <ButtonLink small to="/contract">
            {t('app.trade')}
          </ButtonLink>
          <ButtonLink small kind="soft" to="/assets/transfer">
            {t('titles.transfer')}
          </ButtonLink>
          <ButtonLink small kind="soft" to="/assets/exchange">
            {t('titles.exchange')}
          </ButtonLink>
        </MoneyActions>
      </div>
      {isPending && <WaitingGrid />}
      {data && (
        <>
          <Shares overview={data} />
          <WalletGrid overview={data} />
          <Committed overview={data} />
        </>
      )}
    </Card>
  );
}
