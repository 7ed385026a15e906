import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag, type Tone } from '@glasshouse/kit/Tag.tsx';
import { endMaintenance, listMaintenance } from '@glasshouse/protocol/site/office';
import { useState } from 'react';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Page } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import { PlanMaintenance } from './PlanMaintenance.tsx';
import { TextShown } from './Texts.tsx';

type Window = Answer<typeof listMaintenance>['list'][number];
const tones: Record<Window['state'], Tone> = {
  planned: 'amber',
  active: 'error',
  over: 'neutral',
  cancelled: 'neutral',
};
/** Maintenance windows, in which users are asked to wait. Settlement and prices continue. */
export function MaintenanceScreen() {
  const { t } = useWords();
  const may = useMay();
  const [planning, setPlanning] = useState(false);
  const [ending, setEnding] = useState<Window>();
  const windows = useAsk(listMaintenance, {}, { every: 10_000 });
  const site = windows.data?.language;
  return (
    <Page
      title={t('nav.maintenance')}
      about={t('maintenance.about')}
      acts={
        may('site.write') &&
        site && (
          <Button kind="ink" icon="plus" onClick={() => setPlanning(true)}>
            {t('maintenance.plan')}
          </Button>
        )
      }
    >
      <Note tone="brand">{t('maintenance.settles')}</Note>
      <Card>
        <QueryState of={windows}>
          {({ list, language }) =>
            list.length === 0 ? (
              <Blank title={t('maintenance.none')}>{t('maintenance.noneText')}</Blank>
            ) : (
              <Table
                caption={t('nav.maintenance')}
                rows={list}
                keyOf={({ id }) => id}
                columns={[
                  { label: t('site.from'), align: 'narrow', show: ({ from }) => <b>{formatTime(from)}</b> },
                  { label: t('site.until'), align: 'narrow', show: ({ until }) => formatTime(until) },
                  {
                    label: t('maintenance.message'),
                    show: ({ texts }) =>
                      texts ? <TextShown texts={texts} site={language} /> : t('maintenance.standard'),
                  },
                  {
                    label: t('users.status'),
                    align: 'narrow',
                    show: ({ state }) => <Tag tone={tones[state]}>{t(`maintenance.states.${state}`)}</Tag>,
                  },
                  {
                    label: <span className="vh">{t('ui.acts')}</span>,
                    align: 'narrow',
                    show: (each) =>
                      may('site.write') &&
                      (each.state === 'planned' || each.state === 'active') && (
                        <Button kind="quiet" onClick={() => setEnding(each)}>
                          {t(each.state === 'planned' ? 'maintenance.cancel' : 'maintenance.end')}
                        </Button>
                      ),
                  },
                ]}
              />
            )
          }
        </QueryState>
      </Card>
      {planning && site && <PlanMaintenance site={site} onClose={() => setPlanning(false)} />}
      {ending && (
        <ActDialog
          endpoint={endMaintenance}
          title={t(ending.state === 'planned' ? 'maintenance.cancel' : 'maintenance.end')}
          about={t('maintenance.span', { from: formatTime(ending.from), until: formatTime(ending.until) })}
          submit={t(ending.state === 'planned' ? 'maintenance.cancel' : 'maintenance.end')}
          body={(reason) => ({ id: ending.id, reason })}
          changes={[listMaintenance]}
          done={t('maintenance.ended')}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Page>
  );
}
