import { languageNames } from '@glasshouse/kit/languages.ts';
import { type Locale, locales } from '@glasshouse/protocol/locales';
import { type Texts, textFor } from '@glasshouse/protocol/site/texts';
import { useWords } from '../lib/words.tsx';
import { AreaField } from '../ui/Field.tsx';
import styles from './Site.module.css';

/** A text as users of the console's language read it. */
export function TextShown({ texts, site }: { texts: Texts; site: Locale }) {
  const { locale } = useWords();
  const { text, language } = textFor(texts, locale, site);
  return <span lang={language}>{text}</span>;
}

/** Languages left empty are left out, but for the site's own, in which everybody can be spoken to. */
export const textsOf = (draft: Texts, site: Locale): Texts => {
  const written = locales.filter((locale) => locale === site || draft[locale]?.trim());
  return Object.fromEntries(written.map((locale) => [locale, draft[locale]?.trim() ?? '']));
};

type TextsFieldsProps = {
  draft: Texts;
  /** The site's own language. */
  site: Locale;
  onChange: (draft: Texts) => void;
  wrong: (field: string) => string | undefined;
};

/** The same sentence in eight languages, the one that is needed first. */
export function TextsFields({ draft, site, onChange, wrong }: TextsFieldsProps) {
  const { t } = useWords();
  return (
    <fieldset className={styles.texts}>
      <legend>{t('site.texts')}</legend>
      {[site, ...locales.filter((locale) => locale !== site)].map((locale) => (
        <AreaField
          key={locale}
          label={<span lang={locale}>{languageNames[locale]}</span>}
          help={locale === site ? t('site.languageNeeded') : undefined}
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
