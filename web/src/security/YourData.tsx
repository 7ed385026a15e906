import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { List, Row } from '../ui/Row.tsx';
import styles from './Security.module.css';

/** The user's options for all data about them: download it, or have it deleted. */
export function YourData() {
  const { t } = useWords();
  return (
    <section>
      <h2 className={styles.heading}>{t('personal.yourData')}</h2>
      <Card>
        <List label={t('personal.yourData')}>
          <Row
            icon="download"
            title={t('personal.download')}
            sub={t('personal.downloadText')}
            to="/user/security/copy"
          />
          <Row
            icon="trash"
            danger
            title={t('personal.delete')}
            sub={t('personal.deleteText')}
            to="/user/security/leave"
          />
        </List>
      </Card>
      <p className={styles.help}>{t('personal.help')}</p>
    </section>
  );
}
