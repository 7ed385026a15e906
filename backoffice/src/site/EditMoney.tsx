import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { bounds } from '@glasshouse/protocol/site/bounds';
import { saveMoney, showMoney } from '@glasshouse/protocol/site/office';
import { useState } from 'react';
import { changesBetween } from '../lib/compare.ts';
import { fieldName, grouped, inWords } from '../lib/fields.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Changes } from '../ui/Changes.tsx';
import { TextField } from '../ui/Field.tsx';
import { moneyProblems } from './money-problems.ts';
import { type MoneyName, type MoneyVersion, moneyNames } from './settings.ts';

/** Asks for other money settings; each field says how far it may go. */
export function EditMoney({ version, onClose }: { version: MoneyVersion; onClose: () => void }) {
  const { t } = useWords();
  const [settings, setSettings] = useState(version.settings);
  const problems = moneyProblems(version.settings, settings);
  const found = Object.keys(problems) as MoneyName[];
  return (
    <ActDialog
      endpoint={saveMoney}
      title={t('money.edit')}
      about={t('money.about')}
      submit={t('users.askFor')}
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
                found.length > 0 ? wrong('settings') && problemWords(name, problems, t) : wrong(`settings.${name}`)
              }
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={settings[name]}
              onChange={(value) => setSettings({ ...settings, [name]: value.trim() })}
            />
          ))}
          <Changes changes={changesBetween(version.settings, settings).map(inWords)} nameOf={fieldName} />
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

/** The rule that a value breaks, with the values that it allows. */
function problemWords(name: MoneyName, problems: ReturnType<typeof moneyProblems>, t: Words['t']): string | undefined {
  const problem = problems[name];
  if (!problem) return undefined;
  if (problem.rule === 'number') {
    const { decimals } = problem;
    return decimals === 0 ? t('money.rules.whole') : t('money.rules.number', { decimals });
  }
  if ('other' in problem)
    return t(`money.rules.${problem.rule}`, { name: fieldName(problem.other), value: grouped(problem.value) });
  const range = { least: grouped(problem.least), most: grouped(problem.most) };
  return problem.rule === 'bounds'
    ? t('money.rules.bounds', range)
    : t('money.rules.step', { ...range, step: grouped(bounds[name].step) });
}
