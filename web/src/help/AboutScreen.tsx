import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Logo } from '@glasshouse/kit/Logo.tsx';
import { languageNames } from '@glasshouse/kit/languages.ts';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import styles from './AboutScreen.module.css';

const promises = [
  ['money', 'pane'],
  ['labelled', 'flag'],
  ['winner', 'equal'],
  ['check', 'proof'],
  ['odds', 'info'],
  ['books', 'records'],
] as const;

/** The About tab: what the software promises, and links to more. */
export function AboutScreen() {
  const { t, locale } = useWords();
  return (
    <>
      <PageBar title={t('titles.helps')} />
      <main className={styles.page}>
        <div className={styles.lead}>
          <Logo size={44} />
          <p>{t('about.lead')}</p>
        </div>
        <Card pad aria-labelledby="promises">
          <h2 id="promises" className="vh">
            {t('about.promises')}
          </h2>
          <ul className={styles.promises}>
            {promises.map(([promise, icon]) => (
              <li key={promise}>
                <Icon name={icon} size={20} />
                <div>
                  <b>{t(`about.${promise}.title`)}</b>
                  <p>{t(`about.${promise}.text`)}</p>
                </div>
              </li>
            ))}
          </ul>
        </Card>
        <h2 className={styles.heading}>{t('about.read')}</h2>
        <Card>
          <List>
            <Row icon="info" title={t('titles.help')} to="/helps/help" />
            <Row icon="proof" proof title={t('help.checking')} to="/helps/help#checking" />
            <Row icon="records" proof title={t('titles.publicLog')} to="/publiclog" />
            <Row icon="pane" title={t('titles.simulated')} to="/helps/simulated" />
            <Row icon="doc" title={t('titles.terms')} to="/helps/terms" />
            <Row icon="shield" title={t('titles.privacy')} to="/helps/privacy" />
            <Row icon="headset" title={t('support.title')} onPress={() => openSheet('service')} />
          </List>
        </Card>
        <h2 className={styles.heading}>{t('about.language')}</h2>
        <Card>
          <List>
            <Row icon="globe" title={languageNames[locale]} onPress={() => openSheet('language')} />
          </List>
        </Card>
      </main>
    </>
  );
}
