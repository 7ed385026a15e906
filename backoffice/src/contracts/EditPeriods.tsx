import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { savePeriods, showPeriods, termLimits } from '@glasshouse/protocol/contracts/office-terms';
import { bounds } from '@glasshouse/protocol/site/bounds';
import { useState } from 'react';
import type { Answer } from '../lib/call.ts';
import { changesBetween } from '../lib/compare.ts';
import { fieldName, inWords } from '../lib/fields.ts';
import { ruleWords } from '../lib/rules.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Changes } from '../ui/Changes.tsx';
import { TextField } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Line } from '../ui/Page.tsx';
import styles from './Periods.module.css';
import { amountNames, type PeriodText, periodProblems, problemFields } from './period-problems.ts';

type Version = Answer<typeof showPeriods>['list'][number];

/** Edits the terms of new contracts. Each field that breaks a rule shows the rule. */
export function EditPeriods({ version, onClose }: { version: Version; onClose: () => void }) {
  const { t } = useWords();
  const [amounts, setAmounts] = useState(() => ({ ...version.terms }));
  const [rows, setRows] = useState<readonly PeriodText[]>(() =>
    version.terms.periods.map(({ seconds, returnPercent }) => ({
      seconds: String(seconds),
      returnPercent,
    })),
  );
  const problems = periodProblems(version.terms, { ...amounts, periods: rows });
  const terms = {
    ...amounts,
    periods: rows.map((row) => ({ seconds: Number(row.seconds), returnPercent: row.returnPercent })),
  };
  const changed = changesBetween(version.terms, terms).map(inWords);
  const set = (at: number, part: Partial<PeriodText>) =>
    setRows(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  const errorAt = (place: number, name: keyof PeriodText, wrong: (field: string) => string | undefined) => {
    const broken = problems.periods[place]?.[name];
    const fallback = wrong(`terms.periods.${place}.${name}`);
    if (!broken || !fallback) return fallback;
    return broken.rule === 'repeated' ? t('periods.repeated') : ruleWords(broken);
  };
  return (
    <ActDialog
      endpoint={savePeriods}
      title={t('periods.edit')}
      about={`${t('periods.editAbout')} ${t('periods.step', { step: bounds.returnPercent.step })}`}
      submit={t('users.askFor')}
      disabled={changed.length === 0}
      invalid={() => problemFields(problems)}
      body={(reason) => ({
        expectedVersion: version.version,
        terms,
        reason,
      })}
      changes={[showPeriods, listApprovals]}
      done={t('approvals.waiting')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          {amountNames.map((name) => (
            <TextField
              key={name}
              label={t(`periods.${name}`)}
              error={wrong(`terms.${name}`) && (problems[name] ? ruleWords(problems[name]) : t('ui.fieldWrong'))}
              inputMode="decimal"
              maxLength={20}
              value={amounts[name]}
              onChange={(value) => setAmounts({ ...amounts, [name]: value })}
            />
          ))}
          {rows.map((row, i) => (
            <div key={i} className={styles.row}>
              <TextField
                label={t('periods.seconds')}
                help={t('periods.secondsHelp')}
                error={errorAt(i, 'seconds', wrong)}
                inputMode="numeric"
                maxLength={4}
                value={row.seconds}
                onChange={(seconds) => set(i, { seconds })}
              />
              <TextField
                label={t('periods.returnPercent')}
                help={t('periods.returnHelp')}
                error={errorAt(i, 'returnPercent', wrong)}
                inputMode="decimal"
                maxLength={6}
                value={row.returnPercent}
                onChange={(returnPercent) => set(i, { returnPercent })}
              />
              <IconButton
                icon="close"
                label={t('ui.remove')}
                onClick={() => setRows(rows.filter((_, at) => at !== i))}
              />
            </div>
          ))}
          <Line>
            <Button
              icon="plus"
              disabled={rows.length >= termLimits.periods}
              onClick={() => setRows([...rows, { seconds: '', returnPercent: '' }])}
            >
              {t('periods.add')}
            </Button>
          </Line>
          <Changes changes={changed} nameOf={fieldName} />
        </>
      )}
    </ActDialog>
  );
}
