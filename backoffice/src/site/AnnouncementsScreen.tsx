import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { endAnnouncement, listAnnouncements } from '@glasshouse/protocol/site/office';
import { useState } from 'react';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, Line, Page } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import { EditAnnouncement } from './EditAnnouncement.tsx';
import { TextShown } from './Texts.tsx';

type Announcement = Answer<typeof listAnnouncements>['list'][number];
/** The announcements on the home page: text in eight languages and time. */
export function AnnouncementsScreen() {
  const { t } = useWords();
  const may = useMay();
  const time = useNow();
  const [editing, setEditing] = useState<Announcement | 'new'>();
  const [ending, setEnding] = useState<Announcement>();
  const announcements = useAsk(listAnnouncements, {});
  const site = announcements.data?.language;
  return (
    <Page
      title={t('nav.announcements')}
      about={t('announcements.about')}
      acts={
        may('site.write') &&
        site && (
          <Button kind="ink" icon="plus" onClick={() => setEditing('new')}>
            {t('announcements.add')}
          </Button>
        )
      }
    >
      <Card>
        <QueryState of={announcements}>
          {({ list, language }) =>
            list.length === 0 ? (
              <Blank title={t('announcements.none')}>{t('announcements.noneText')}</Blank>
            ) : (
              <Table
                caption={t('nav.announcements')}
                rows={list}
                keyOf={({ id }) => id}
                columns={[
                  { label: t('announcements.text'), show: ({ texts }) => <TextShown texts={texts} site={language} /> },
                  {
                    label: t('announcements.languages'),
                    align: 'narrow',
                    show: ({ texts }) => t('announcements.of', { count: Object.keys(texts).length }),
                  },
                  { label: t('site.from'), align: 'narrow', show: ({ from }) => formatTime(from) },
                  { label: t('site.until'), align: 'narrow', show: ({ until }) => formatTime(until) },
                  { label: t('users.status'), align: 'narrow', show: (each) => <State of={each} time={time} /> },
                  {
                    label: <span className="vh">{t('ui.acts')}</span>,
                    align: 'narrow',
                    show: (each) =>
                      may('site.write') &&
                      Date.parse(each.until) > time && (
                        <Line>
                          <Button kind="quiet" onClick={() => setEditing(each)}>
                            {t('ui.change')}
                          </Button>
                          <Button kind="quiet" onClick={() => setEnding(each)}>
                            {t('announcements.end')}
                          </Button>
                        </Line>
                      ),
                  },
                ]}
              />
            )
          }
        </QueryState>
      </Card>
      {editing && site && (
        <EditAnnouncement
          of={editing === 'new' ? undefined : editing}
          site={site}
          onClose={() => setEditing(undefined)}
        />
      )}
      {ending && site && (
        <ActDialog
          endpoint={endAnnouncement}
          title={t('announcements.endTitle')}
          about={<TextShown texts={ending.texts} site={site} />}
          submit={t('announcements.end')}
          danger
          body={(reason) => ({ id: ending.id, reason })}
          changes={[listAnnouncements]}
          done={t('announcements.ended')}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Page>
  );
}

function State({ of: { from, until }, time }: { of: Announcement; time: number }) {
  const { t } = useWords();
  if (Date.parse(until) <= time) return <Tag>{t('announcements.over')}</Tag>;
  if (Date.parse(from) > time) return <Tag tone="amber">{t('announcements.planned')}</Tag>;
  return <Tag tone="ok">{t('announcements.shown')}</Tag>;
}
