import { languageNames } from '@glasshouse/kit/languages.ts';
import { type Locale, locales } from '@glasshouse/protocol/locales';
import { useWords } from '../lib/words.tsx';
import { AreaField } from '../ui/Field.tsx';
import styles from './Site.module.css';

export type Draft = Partial<Record<Locale, string>>;
/** Languages left empty are left out; their readers get the English text. */
export const textsOf = (draft: Draft) => {
  const written = locales.filter((locale) => draft[locale]?.trim());
  return { 'en-US': '', ...Object.fromEntries(written.map((locale) => [locale, draft[locale]!.trim()])) };
};

type TextsFieldsProps = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  wrong: (field: string) => string | undefined;
};

/** The same sentence in eight languages. */
export function TextsFields({ draft, onChange, wrong }: TextsFieldsProps) {
  const { t } = useWords();
  return (
    <fieldset className={styles.texts}>
      <legend>{t('site.texts')}</legend>
      {locales.map((locale) => (
        <AreaField
          key={locale}
          label={<span lang={locale}>{languageNames[locale]}</span>}
          help={locale === 'en-US' ? t('site.englishNeeded') : undefined}
          error={wrong(`texts.${locale}`)}
          lang={locale}
          rows={2}
          maxLength={300}
          value={draft[locale] ?? ''}
          onChange={(text) => onChange({ ...draft, [locale]: text })}
        />
      ))}
    </fieldset>
  );
}
