import { languageNames } from '@glasshouse/kit/languages.ts';
import { type Locale, locales } from '@glasshouse/protocol/locales';
import { useBack } from '../lib/back.ts';
import { chooseLanguage, useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './Settings.module.css';

/** The languages, each named in itself, with the current one marked. */
export function LanguageList({ onChosen }: { onChosen: () => void }) {
  const { t, locale } = useWords();
  const choose = async (chosen: Locale) => {
    try {
      await chooseLanguage(chosen);
      onChosen();
    } catch {
      showToast({ kind: 'error', text: t('app.languageFailed') });
    }
  };
  return (
    <List label={t('app.language')}>
      {locales.map((each) => (
        <Row
          key={each}
          title={<span lang={each}>{languageNames[each]}</span>}
          current={each === locale}
          onPress={() => void choose(each)}
        />
      ))}
    </List>
  );
}

export function LanguageScreen() {
  const { t } = useWords();
  const back = useBack();
  return (
    <>
      <PageBar title={t('titles.language')} onBack={back} />
      <main className={styles.page}>
        <Card>
          <LanguageList onChosen={back} />
        </Card>
      </main>
    </>
  );
}
