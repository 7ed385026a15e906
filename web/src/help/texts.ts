import type { Locale } from '@glasshouse/protocol/locales';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useWords } from '../lib/words.tsx';
import type { TopicName } from './topics.ts';

export type TextName = TopicName | 'terms' | 'privacy';

const files = import.meta.glob<string>('./text/*.md', { query: '?raw', import: 'default' });

/** One of the longer texts in a language, loaded when it is opened. */
export const textQuery = (name: TextName, locale: Locale) =>
  queryOptions({
    queryKey: ['text', name, locale],
    queryFn: () => (files[`./text/${name}.${locale}.md`] ?? files[`./text/${name}.en-US.md`]!)(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

export const useText = (name: TextName) => useQuery(textQuery(name, useWords().locale));
