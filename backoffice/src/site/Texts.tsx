import { languageNames } from '@glasshouse/kit/languages.ts';
import { type Locale, locales } from '@glasshouse/protocol/locales';
import { type Texts, textFor } from '@glasshouse/protocol/site/texts';
import { useWords } from '../lib/words.tsx';
import { AreaField } from '../ui/Field.tsx';
import styles from './Site.module.css';

/** A text as users with the console's language read it. */
export function TextShown({ texts, site }: { texts: Texts; site: Locale }) {
  const { locale } = useWords();
  const { text, language } = textFor(texts, locale, site);
  return <span lang={language}>{text}</span>;
}

/** Leaves out empty languages, except the site's own, which is required. */
export const textsOf = (draft: Texts, site: Locale): Texts => {
  const written = locales.filter((locale) => locale === site || draft[locale]?.trim());
  return Object.fromEntries(written.map((locale) => [locale, draft[locale]?.trim() ?? '']));
};

/** Whether any language has a text. */
export const isWritten = (draft: Texts): boolean => Object.values(draft).some((text) => text?.trim());

type TextsFieldsProps = {
  draft: Texts;
  /** The site's own language. */
  site: Locale;
  /** The form can be sent without any text. */
  optional?: boolean;
  onChange: (draft: Texts) => void;
  wrong: (field: string) => string | undefined;
};

/** Fields for the same sentence in eight languages, the required one first. */
export function TextsFields({ draft, site, optional = false, onChange, wrong }: TextsFieldsProps) {
  const { t } = useWords();
  const isNeeded = !optional || isWritten(draft);
  return (
    <fieldset className={styles.texts}>
      <legend>{t(optional ? 'site.textsOptional' : 'site.texts')}</legend>
      {[site, ...locales.filter((locale) => locale !== site)].map((locale) => (
        <AreaField
          key={locale}
          label={<span lang={locale}>{languageNames[locale]}</span>}
          help={locale === site ? t(isNeeded ? 'site.languageNeeded' : 'site.languageOptional') : undefined}
          error={wrong(`texts.${locale}`) && (draft[locale]?.trim() ? t('ui.fieldWrong') : t('site.languageMissing'))}
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
