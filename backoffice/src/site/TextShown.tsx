import type { Locale } from '@glasshouse/protocol/locales';
import { type Texts, textFor } from '@glasshouse/protocol/site/texts';
import { useWords } from '../lib/words.tsx';

/** A text as users of the console's language read it. */
export function TextShown({ texts, site }: { texts: Texts; site: Locale }) {
  const { locale } = useWords();
  const { text, language } = textFor(texts, locale, site);
  return <span lang={language}>{text}</span>;
}
