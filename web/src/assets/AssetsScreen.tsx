import { statementPath } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { MoneyActions } from '../ui/MoneyActions.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Valuation } from '../ui/Valuation.tsx';
import styles from './Assets.module.css';
import { Income } from './Income.tsx';
import { Totals } from './Totals.tsx';
import { WithOverview } from './WithOverview.tsx';

/** All totals, each above its parts. */
export function AssetsScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.assets')} onBack={useBack()} />
      <main className={styles.page}>
        <Card pad aria-label={t('ui.totalAssets')}>
          <Valuation card details={false} />
          <MoneyActions>
            <ButtonLink small to="/assets/transfer">
              {t('titles.transfer')}
            </ButtonLink>
            <ButtonLink small kind="soft" to="/assets/exchange">
              {t('titles.exchange')}
            </ButtonLink>
            <ButtonLink small kind="soft" to={statementPath()}>
              {t('titles.statement')}
            </ButtonLink>
          </MoneyActions>
        </Card>
        <WithOverview>
          {(overview) => (
            <>
              <Totals overview={overview} />
              <Income income={overview.income} />
            </>
          )}
        </WithOverview>
        <Card>
          <List>
            <Row icon="info" title={t('assets.aboutWallets')} to="/helps/help#wallets" />
          </List>
        </Card>
      </main>
    </>
  );
}
