import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import styles from './FinancialScreen.module.css';

/** The wealth centre: what its products will be, while none of them is built. */
export function FinancialScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.financial')} />
      <main className={styles.page}>
        <Note icon="clock" title={t('coming.title')}>
          <span className={styles.text}>{t('financial.coming')}</span>
        </Note>
        <Card>
          <List label={t('financial.products')}>
            <Row icon="finance" title={t('titles.trust')} sub={t('financial.trustText')} to="/finance/finance" />
            <Row icon="pledge" title={t('titles.pledge')} sub={t('financial.pledgeText')} to="/finance/livecoin" />
            <Row icon="machine" title={t('titles.machines')} sub={t('financial.machinesText')} to="/finance/machine" />
          </List>
        </Card>
        <ButtonLink to="/contract">{t('app.trade')}</ButtonLink>
      </main>
    </>
  );
}
