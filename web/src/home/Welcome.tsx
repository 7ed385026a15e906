import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './Welcome.module.css';

const facts = [
  ['money', 'pane'],
  ['tape', 'contract'],
  ['results', 'proof'],
] as const;

/** The first thing visitors see: the promise, its basis, a practice order, and links to log in and register. */
export function Welcome() {
  const { t } = useWords();
  return (
    <div className={styles.welcome}>
      <h1>
        <span>{t('home.promise1')}</span> {t('home.promise2')}
      </h1>
      <p className={styles.lead}>{t('home.promiseText')}</p>
      <div className={styles.ways}>
        <ButtonLink to="/contract">{t('home.try')}</ButtonLink>
        <ButtonLink kind="line" to="/register">
          {t('app.register')}
        </ButtonLink>
        <ButtonLink kind="line" to="/login">
          {t('app.logIn')}
        </ButtonLink>
      </div>
      <Card pad aria-label={t('home.factsLabel')}>
        <ul className={styles.facts}>
          {facts.map(([fact, icon]) => (
            <li key={fact}>
              <Icon name={icon} size={20} />
              <div>
                <b>{t(`home.facts.${fact}.title`)}</b>
                <p>{t(`home.facts.${fact}.text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
