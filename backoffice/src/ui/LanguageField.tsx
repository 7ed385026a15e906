import { type Locale, locales } from '@glasshouse/protocol/locales';
import { languageNames } from '@glasshouse/web/lib/languages.ts';
import { chooseLanguage, useWords } from '../lib/words.tsx';
import { SelectField } from './Field.tsx';

/** Each language in its own words. */
export function LanguageField() {
  const { t, locale } = useWords();
  return (
    <SelectField
      label={t('app.language')}
      hideLabel
      value={locale}
      onChange={(to) => void chooseLanguage(to as Locale)}
    >
      {locales.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </SelectField>
  );
}
