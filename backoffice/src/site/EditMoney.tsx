import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { bounds } from '@glasshouse/protocol/site/bounds';
import { saveMoney, showMoney } from '@glasshouse/protocol/site/office';
import { useState } from 'react';
import { changesBetween } from '../lib/compare.ts';
import { fieldName, grouped, inWords } from '../lib/fields.ts';
import { ruleWords } from '../lib/rules.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Changes } from '../ui/Changes.tsx';
import { TextField } from '../ui/Field.tsx';
import { moneyProblems } from './money-problems.ts';
import { type MoneyName, type MoneyVersion, moneyNames } from './settings.ts';

/** Requests changed money settings. Each field shows its allowed range. */
export function EditMoney({ version, onClose }: { version: MoneyVersion; onClose: () => void }) {
  const { t } = useWords();
  const [settings, setSettings] = useState(version.settings);
  const problems = moneyProblems(version.settings, settings);
  const found = Object.keys(problems) as MoneyName[];
  const changed = changesBetween(version.settings, settings).map(inWords);
  return (
    <ActDialog
      endpoint={saveMoney}
      title={t('money.edit')}
      about={t('money.about')}
      submit={t('users.askFor')}
      disabled={changed.length === 0}
      invalid={() => found.map((name) => `settings.${name}`)}
      body={(reason) => ({ expectedVersion: version.version, settings, reason })}
      changes={[showMoney, listApprovals]}
      done={t('approvals.waiting')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          {moneyNames.map((name) => (
            <TextField
              key={name}
              label={fieldName(name)}
              help={helpOf(name, t)}
              error={
                found.length > 0
                  ? wrong('settings') && problems[name] && ruleWords(problems[name])
                  : wrong(`settings.${name}`)
              }
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={settings[name]}
              onChange={(value) => setSettings({ ...settings, [name]: value.trim() })}
            />
          ))}
          <Changes changes={changed} nameOf={fieldName} />
        </>
      )}
    </ActDialog>
  );
}

type Words = ReturnType<typeof useWords>;

function helpOf(name: MoneyName, t: Words['t']): string {
  const { least, most, step } = bounds[name];
  const help = t(`settings.help.${name}`);
  const range = { help, least: grouped(least), most: grouped(most) };
  return step === most ? t('money.withinAny', range) : t('money.within', { ...range, step: grouped(step) });
}
