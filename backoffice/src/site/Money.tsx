import { formatExact } from '@glasshouse/kit/format.ts';
import { saveMoney, showMoney, withdrawMoney } from '@glasshouse/protocol/site/office';
import { useState } from 'react';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { changesBetween } from '../lib/compare.ts';
import { fieldName, inWords } from '../lib/fields.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { AnnouncedVersion, announcedColumns } from '../ui/AnnouncedVersion.tsx';
import { Button } from '../ui/Button.tsx';
import { Changes } from '../ui/Changes.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Bones, Table } from '../ui/Table.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { EditMoney } from './EditMoney.tsx';
import { type MoneyName, type MoneyVersion, moneyNames } from './settings.ts';

type Words = ReturnType<typeof useWords>;
const units: Partial<Record<MoneyName, string>> = {
  fee: '%',
  inviteShare: '%',
  cnyRate: 'CNY',
  optionSpread: '%',
  spotSpread: '%',
};
const delays: Partial<Record<MoneyName, 'minutes' | 'seconds'>> = {
  identityMinutes: 'minutes',
  topUpMinutes: 'minutes',
  unattendedSeconds: 'seconds',
};
function shown(name: MoneyName, value: string, t: Words['t']): string {
  const unit = delays[name];
  if (!unit) return `${formatExact(value)} ${units[name] ?? 'USDT'}`;
  return value === '0' ? t('settings.people') : t(`settings.${unit}`, { [unit]: value });
}

/** Money settings: in force, announced, waiting for a second person, and earlier ones. */
export function Money() {
  const { t } = useWords();
  const may = useMay();
  const [editing, setEditing] = useState<MoneyVersion>();
  const pages = usePages(showMoney, (before) => ({ limit: 20, ...(typeof before === 'string' && { before }) }), {});
  const versions = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  const current = versions.find(({ state }) => state === 'in_force');
  const next = versions.find(({ state }) => state === 'announced');
  return (
    <>
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      <Card
        padded
        title={t('money.title')}
        acts={may('site.write') && current && <Button onClick={() => setEditing(current)}>{t('money.edit')}</Button>}
      >
        {current ? (
          <KeyValues
            pairs={moneyNames.map((name) => [fieldName(name), shown(name, current.settings[name], t)] as const)}
          />
        ) : (
          <Bones />
        )}
        {current && next && (
          <AnnouncedVersion version={next} withdraw={withdrawMoney} changed={showMoney}>
            <Changes changes={changesBetween(current.settings, next.settings).map(inWords)} nameOf={fieldName} />
          </AnnouncedVersion>
        )}
      </Card>
      <Waiting actions={[saveMoney]} />
      <Card title={t('money.history')}>
        <Table
          caption={t('money.history')}
          rows={versions}
          keyOf={({ version }) => version}
          columns={announcedColumns<MoneyVersion>(t, {
            label: t('settings.changed'),
            show: (version) => <Difference version={version} versions={versions} />,
          })}
        />
        <More pages={pages} />
      </Card>
      {editing && <EditMoney version={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function Difference({ version, versions }: { version: MoneyVersion; versions: readonly MoneyVersion[] }) {
  const { t } = useWords();
  // A withdrawn change never took effect: the next one started from the one before it.
  const before = versions.slice(versions.indexOf(version) + 1).find(({ state }) => state !== 'withdrawn');
  if (!before) return t('settings.first');
  return <Changes changes={changesBetween(before.settings, version.settings).map(inWords)} nameOf={fieldName} />;
}
