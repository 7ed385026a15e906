import { useState } from 'react';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { InfiniteList } from '../ui/InfiniteList.tsx';
import { OfflineStrip } from '../ui/OfflineStrip.tsx';
import { PullToRefresh } from '../ui/PullToRefresh.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Skeleton, SkeletonRows, SkeletonText } from '../ui/Skeleton.tsx';
import styles from './Gallery.module.css';
import { Group } from './Group.tsx';
import { texts } from './samples.ts';

const second = () => new Promise((done) => setTimeout(done, 1000));

export function States() {
  const [rows, setRows] = useState(2);
  const [loading, setLoading] = useState(false);
  async function more() {
    setLoading(true);
    await second();
    setRows((count) => count + 2);
    setLoading(false);
  }
  return (
    <>
      <Group title="Skeleton">
        <Skeleton width={214} height={36} radius={8} />
        <Card>
          <SkeletonRows rows={2} />
        </Card>
        <SkeletonText />
      </Group>
      <Group title="Empty">
        <Empty
          level={3}
          title="No withdrawals yet"
          text={texts.withdrawals}
          action={
            <ButtonLink small kind="soft" to="/dev/ui">
              Make a withdrawal
            </ButtonLink>
          }
        />
      </Group>
      <Group title="ErrorState">
        <ErrorState
          title="Quotes did not load"
          text={texts.quotes}
          detail="timeout of 60000ms exceeded"
          onRetry={() => setRows(2)}
        />
      </Group>
      <Group title="OfflineStrip">
        <div className={styles.full}>
          <OfflineStrip onRetry={() => setRows(2)}>{texts.paused}</OfflineStrip>
        </div>
      </Group>
      <Group title="PullToRefresh, InfiniteList">
        <PullToRefresh onRefresh={second}>
          <InfiniteList more={rows < 6} loading={loading} onMore={more}>
            <Card>
              <List>
                {Array.from({ length: rows }, (_, row) => (
                  <Row key={row} title={`Record ${row + 1}`} value="100.00" />
                ))}
              </List>
            </Card>
          </InfiniteList>
        </PullToRefresh>
      </Group>
    </>
  );
}
