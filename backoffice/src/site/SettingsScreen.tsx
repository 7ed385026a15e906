import { formatTime } from '@glasshouse/kit/format.ts';
import { languageNames } from '@glasshouse/kit/languages.ts';
import { type SiteSettings, showSettings } from '@glasshouse/protocol/site/office';
import { useState } from 'react';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Changes } from '../ui/Changes.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Page } from '../ui/Page.tsx';
import { Bones, Table } from '../ui/Table.tsx';
import { EditSettings } from './EditSettings.tsx';
import { Money } from './Money.tsx';
import { type Name, settingsChanged, type Version } from './settings.ts';

/** The settings of the site and their earlier versions, with who changed what and why. */
export function SettingsScreen() {
  const { t } = useWords();
  const may = useMay();
  const [editing, setEditing] = useState<Version>();
  const pages = usePages(showSettings, (before) => ({ limit: 20, ...(typeof before === 'string' && { before }) }), {});
  const versions = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  const [current] = versions;
  return (
    <Page
      title={t('nav.settings')}
      about={current && t('settings.version', { version: current.version, time: formatTime(current.at) })}
      acts={
        may('site.write') &&
        current && (
          <Button kind="ink" onClick={() => setEditing(current)}>
            {t('ui.change')}
          </Button>
        )
      }
    >
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      <Card padded title={t('settings.inForce')}>
        {current ? <InForce settings={current.settings} /> : <Bones />}
      </Card>
      <Card title={t('settings.history')}>
        <Table
          caption={t('settings.history')}
          rows={versions}
          keyOf={({ version }) => version}
          columns={[
            { label: t('settings.number'), align: 'narrow', show: ({ version }) => version },
            { label: t('settings.changed'), show: (version) => <Difference version={version} versions={versions} /> },
            { label: t('ui.reason'), show: ({ reason }) => reason ?? '–' },
            { label: t('ui.who'), show: ({ by }) => by?.name ?? t('audit.command') },
            { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
          ]}
        />
        <More pages={pages} />
      </Card>
      <Money />
      {editing && <EditSettings version={editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}

function InForce({ settings }: { settings: SiteSettings }) {
  const { t } = useWords();
  return (
    <KeyValues
      pairs={[
        [t('settings.names.title'), settings.title],
        [t('settings.names.language'), languageNames[settings.language]],
        [t('settings.names.invitationRequired'), t(settings.invitationRequired ? 'ui.yes' : 'ui.no')],
      ]}
    />
  );
}

function Difference({ version, versions }: { version: Version; versions: readonly Version[] }) {
  const { t } = useWords();
  const before = versions[versions.indexOf(version) + 1];
  if (!before) return t('settings.first');
  return (
    <Changes
      changes={settingsChanged(before.settings, version.settings)}
      nameOf={(name) => t(`settings.names.${name as Name}`)}
    />
  );
}
