import { languageNames } from '@glasshouse/kit/languages.ts';
import { type Locale, locales } from '@glasshouse/protocol/locales';
import { chooseLanguage, useWords } from '../lib/words.tsx';
import { SelectField } from './Field.tsx';

type LanguageSelectProps = {
  label: string;
  help?: string;
  hideLabel?: boolean;
  value: Locale;
  onChange: (to: Locale) => void;
};

/** Each language by its own name. */
export const LanguageSelect = ({ onChange, ...rest }: LanguageSelectProps) => (
  <SelectField {...rest} onChange={(to) => onChange(to as Locale)}>
    {locales.map((each) => (
      <option key={each} value={each} lang={each}>
        {languageNames[each]}
      </option>
    ))}
  </SelectField>
);

/** The language of the console. */
export function LanguageField() {
  const { t, locale } = useWords();
  return (
    <LanguageSelect label={t('app.language')} hideLabel value={locale} onChange={(to) => void chooseLanguage(to)} />
  );
}
