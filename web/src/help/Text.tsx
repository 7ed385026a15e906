import type { Locale } from '@glasshouse/protocol/locales';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useWords } from '../lib/words.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { SkeletonText } from '../ui/Skeleton.tsx';
import { Markdown } from './markdown.tsx';
import styles from './Text.module.css';
import type { TopicName } from './topics.ts';

type TextName = TopicName | 'terms' | 'privacy';

const files = import.meta.glob<string>('./text/*.md', { query: '?raw', import: 'default' });

/** One of the longer texts in a language, loaded on demand. */
export const textQuery = (name: TextName, locale: Locale) =>
  queryOptions({
    queryKey: ['text', name, locale],
    queryFn: () => (files[`./text/${name}.${locale}.md`] ?? files[`./text/${name}.en-US.md`]!)(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

const useText = (name: TextName) => useQuery(textQuery(name, useWords().locale));

/** One of the longer texts, with its loading and error states. */
export function Text({ name, heading = 'h2' }: { name: TextName; heading?: 'h2' | 'h3' }) {
  const { t } = useWords();
  const { data, error, refetch } = useText(name);
  if (error) {
    return <LoadFailed of={{ error, refetch }} title={t('help.failed')} text={t('help.failedText')} />;
  }
  if (data === undefined) return <SkeletonText lines={8} />;
  return (
    <div className={styles.text}>
      <Markdown name={name} source={data} heading={heading} />
    </div>
  );
}
