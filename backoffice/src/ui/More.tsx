import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import styles from './More.module.css';

type MoreProps = { pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } };

/** A button for the next page of a list, or its end. */
export function More({ pages }: MoreProps) {
  const { t } = useWords();
  return (
    <div className={styles.more}>
      {pages.hasNextPage ? (
        <Button busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          {t('ui.more')}
        </Button>
      ) : (
        <span className={styles.end}>{t('ui.noMore')}</span>
      )}
    </div>
  );
}
