import { languageNames } from '@glasshouse/kit/languages.ts';
import { type Locale, locales } from '@glasshouse/protocol/locales';
import { chooseLanguage, useWords } from '../lib/words.tsx';
import { List, Row } from '../ui/Row.tsx';
import { showToast } from '../ui/toast.ts';

/** The languages, each in its own words; the one in force is marked. */
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
