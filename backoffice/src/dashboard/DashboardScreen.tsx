import { formatTime } from '@glasshouse/kit/format.ts';
import { showDashboard } from '@glasshouse/protocol/backoffice/dashboard';
import { useAsk } from '../lib/ask.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import { Page, Stack } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { AttentionCard } from './AttentionCard.tsx';
import { AutomaticReview } from './AutomaticReview.tsx';
import { Backups } from './Backups.tsx';
import { Books } from './Books.tsx';
import styles from './Dashboard.module.css';
import { Exposure } from './Exposure.tsx';
import { House } from './House.tsx';
import { MoneyMoved } from './MoneyMoved.tsx';
import { Obligations } from './Obligations.tsx';
import { OpenOptions } from './OpenOptions.tsx';
import type { Figures } from './Panel.tsx';
import { Queues } from './Queues.tsx';
import { SecondPerson } from './SecondPerson.tsx';
import { Settlement } from './Settlement.tsx';
import { SignUps } from './SignUps.tsx';
import { SinceLastHere } from './SinceLastHere.tsx';
import { Tape } from './Tape.tsx';
import { Tiles } from './Tiles.tsx';

/** The figures of the site, refreshed every five seconds. */
export function DashboardScreen() {
  const { t } = useWords();
  const figures = useAsk(showDashboard, {}, { every: 5000 });
  const asOf = ({ at, countedAt }: Figures) =>
    `${t('dashboard.at', { time: formatTime(at, 'time') })}. ${countedAt ? t('dashboard.counted', { time: formatTime(countedAt, 'time') }) : t('dashboard.notCounted')}`;
  return (
    <Page title={t('nav.dashboard')} about={figures.data && asOf(figures.data)}>
      {figures.isError && figures.data && (
        <Note tone="amber" role="status">
          {t('dashboard.stale')}
        </Note>
      )}
      <QueryState of={figures} rows={8}>
        {(data) => (
          <>
            <AttentionCard figures={data} />
            <div className={styles.grid}>
              <Queues queues={data.queues} />
              <Stack>
                <SecondPerson />
                <AutomaticReview automatic={data.automatic} />
                <SinceLastHere />
              </Stack>
            </div>
            <Tiles figures={data} />
            <div className={styles.grid}>
              <MoneyMoved money={data.money} />
              <Tape tape={data.tape} />
              <Settlement settlement={data.settlement} />
              <Exposure exposure={data.exposure} />
              <OpenOptions options={data.options} />
              <Books books={data.books} />
              <House house={data.house} />
              <Obligations promised={data.promised} />
              <SignUps days={data.signUps} />
              <Backups backups={data.backups} />
            </div>
          </>
        )}
      </QueryState>
    </Page>
  );
}
