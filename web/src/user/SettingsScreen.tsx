import { languageNames } from '@glasshouse/kit/languages.ts';
import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { openSheet } from '../lib/sheets.ts';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { LogOut } from './LogOut.tsx';
import styles from './Settings.module.css';

/** Account settings: account data, app settings and legal texts. */
export function SettingsScreen() {
  const { t, locale } = useWords();
  return (
    <>
      <PageBar title={t('titles.settings')} onBack={useBack()} />
      <main className={styles.page}>
        <Facts />
        <section>
          <h2 className={styles.heading}>{t('settings.appGroup')}</h2>
          <Card>
            <List>
              <Row icon="eye" title={t('settings.display')} to="/user/display" />
              <Row icon="globe" title={t('settings.language')} value={languageNames[locale]} to="/user/language" />
              <Row icon="lock" title={t('settings.security')} to="/user/security" />
            </List>
          </Card>
        </section>
        <section>
          <h2 className={styles.heading}>{t('settings.aboutGroup')}</h2>
          <Card>
            <List>
              <Row icon="about" title={t('settings.about')} to="/helps" />
              <Row icon="info" title={t('settings.help')} to="/helps/help" />
              <Row icon="pane" title={t('settings.simulated')} to="/helps/simulated" />
              <Row icon="doc" title={t('settings.terms')} to="/helps/terms" />
              <Row icon="shield" title={t('settings.privacy')} to="/helps/privacy" />
              <Row icon="headset" title={t('settings.service')} onPress={() => openSheet('service')} />
            </List>
          </Card>
        </section>
        <LogOut />
      </main>
    </>
  );
}

function Facts() {
  const { t, locale } = useWords();
  const { user } = useAccount();
  const { textMessages } = useSite();
  if (!user) return null;
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(user.country);
  return (
    <section>
      <h2 className={styles.heading}>{t('settings.accountGroup')}</h2>
      <Card>
        <List>
          <Row title={t('settings.number')} value={user.number} />
          <Row title={t('settings.username')} value={user.username ?? t('settings.notSet')} />
          <Row title={t('settings.email')} value={user.email ?? t('settings.unbound')} />
          {(textMessages || user.phone) && (
            <Row title={t('settings.phone')} value={user.phone ?? t('settings.unbound')} />
          )}
          <Row title={t('settings.country')} value={country} />
          <Row title={t('settings.invitationCode')} value={user.invitationCode} />
          <Row title={t('settings.registered')} value={<TimeText at={user.registeredAt} part="date" />} />
        </List>
      </Card>
    </section>
  );
}
