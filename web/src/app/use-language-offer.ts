import { spokenBy } from '@glasshouse/kit/languages.ts';
import type { Locale } from '@glasshouse/protocol/locales';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { useCode } from '../ui/use-code.ts';

type Offered = Exclude<Locale, 'en-US'>;
const answered = 'language-offered';

/** What to offer: the browser speaks a language of ours, and nobody here has chosen or been asked yet. */
function offerable(): Offered | undefined {
  if (localStorage.getItem('language') !== null || localStorage.getItem(answered) !== null) return undefined;
  const spoken = spokenBy(navigator.languages);
  return spoken === 'en-US' ? undefined : spoken;
}

/** The offer of the browser's language while there is one to make; its code comes only to those it is made to. */
export function useLanguageOffer() {
  const [offered, setOffered] = useState(offerable);
  const { locale } = useWords();
  const Offer = useCode(offered !== undefined, async () => (await import('./LanguageOffer.tsx')).LanguageOffer);
  if (!offered || !Offer || locale !== 'en-US') return undefined;
  const onAnswer = () => {
    localStorage.setItem(answered, offered);
    setOffered(undefined);
  };
  return { Offer, offered, onAnswer };
}
