import { useWords } from '../lib/words.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { SkeletonText } from '../ui/Skeleton.tsx';
import { Markdown } from './markdown.tsx';
import styles from './Text.module.css';
import { type TextName, useText } from './texts.ts';

/** One of the longer texts, with its loading and failing states. */
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
