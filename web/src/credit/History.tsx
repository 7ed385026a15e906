import { formatSigned } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { InfiniteList } from '../ui/InfiniteList.tsx';
import { List } from '../ui/Row.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Credit.module.css';
import type { CreditEvent, useCredit } from './credit.ts';

/** All changes of the score, newest first. */
export function History({ credit }: { credit: ReturnType<typeof useCredit> }) {
  const { t } = useWords();
  const events = credit.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <section>
      <h2 className={styles.heading}>{t('credit.history')}</h2>
      {events.length === 0 ? (
        <Card>
          <Empty level={3} title={t('credit.none')} text={t('credit.noneText')} />
        </Card>
      ) : (
        <InfiniteList
          more={credit.hasNextPage}
          loading={credit.isFetchingNextPage}
          failed={credit.isFetchNextPageError}
          onMore={() => void credit.fetchNextPage()}
        >
          <Card>
            <List label={t('credit.history')}>
              {events.map((event) => (
                <Change key={event.step} event={event} />
              ))}
            </List>
          </Card>
        </InfiniteList>
      )}
    </section>
  );
}

function Change({ event: { at, kind, change, score, reason } }: { event: CreditEvent }) {
  const { t } = useWords();
  return (
    <div className={styles.change}>
      <div className={styles.what}>
        <span>{t(`credit.kinds.${kind}`)}</span>
        {reason && <p>{reason}</p>}
        <TimeText at={at} />
      </div>
      <div className={styles.by}>
        <b>{formatSigned(String(change), 0)}</b>
        <small>{t('credit.after', { score })}</small>
      </div>
    </div>
  );
}
