import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import styles from './FinancialScreen.module.css';

/** The wealth centre: the kinds of product, and what the user holds. */
export function FinancialScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  return (
    <>
      <PageBar title={t('titles.financial')} />
      <main className={styles.page}>
        <p className={styles.lead}>{t('financial.lead')}</p>
        <Card>
          <List label={t('financial.products')}>
            <Row icon="finance" title={t('titles.trust')} sub={t('financial.trustText')} to="/finance/finance" />
            <Row icon="pledge" title={t('titles.pledge')} sub={t('financial.pledgeText')} to="/finance/livecoin" />
            <Row icon="machine" title={t('titles.machines')} sub={t('financial.machinesText')} to="/finance/machine" />
            <Row icon="calendar" title={t('titles.wealthRecords')} to="/finance/order" />
          </List>
        </Card>
        <Card>
          {user ? (
            <Empty
              title={t('financial.emptyTitle')}
              text={t('financial.emptyText')}
              action={
                <ButtonLink small kind="soft" to="/finance/finance">
                  {t('app.empty.backToFinance')}
                </ButtonLink>
              }
            />
          ) : (
            <Empty
              title={t('financial.visitorTitle')}
              text={t('financial.emptyText')}
              action={
                <ButtonLink small kind="soft" to="/login?to=/financial">
                  {t('home.login')}
                </ButtonLink>
              }
            />
          )}
        </Card>
      </main>
    </>
  );
}
