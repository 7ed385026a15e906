import { useQuery } from '@tanstack/react-query';
import { useWords } from '../lib/words.tsx';

export type TextName = 'simulated' | 'results' | 'checking' | 'odds' | 'options' | 'wallets' | 'terms' | 'privacy';

const files = import.meta.glob<string>('./text/*.md', { query: '?raw', import: 'default' });

/** One of the longer texts in the reader's language, loaded when it is opened. */
export function useText(name: TextName) {
  const { locale } = useWords();
  return useQuery({
    queryKey: ['text', name, locale],
    queryFn: () => (files[`./text/${name}.${locale}.md`] ?? files[`./text/${name}.en-US.md`]!)(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}
