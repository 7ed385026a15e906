import type { Locale } from '@glasshouse/protocol/locales';
import { useQuery } from '@tanstack/react-query';
import { addressOfWords, type WordKey } from './words.tsx';

type Tree = { [key: string]: string | Tree };

/** A sentence in another language than the console's; undefined until it is loaded. */
export function useSentenceIn(locale: Locale | null, key: WordKey | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['words', locale],
    queryFn: async (): Promise<Tree> => (await fetch(addressOfWords('all', locale!))).json(),
    enabled: locale !== null && key !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  let node: string | Tree | undefined = data;
  for (const part of key?.split('.') ?? []) node = typeof node === 'object' ? node[part] : undefined;
  return typeof node === 'string' ? node : undefined;
}
