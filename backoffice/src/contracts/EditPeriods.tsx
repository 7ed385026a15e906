import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { savePeriods, showPeriods } from '@glasshouse/protocol/contracts/office-terms';
import { bounds } from '@glasshouse/protocol/site/bounds';
import { useState } from 'react';
import type { Answer } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Line } from '../ui/Page.tsx';
import styles from './Periods.module.css';

type Version = Answer<typeof showPeriods>['list'][number];

const limits = ['minStake', 'maxStake', 'maxOpen'] as const;

type Row = { seconds: string; returnPercent: string };

/** Other terms for orders to come. */
export function EditPeriods({ version, onClose }: { version: Version; onClose: () => void }) {
  const { t } = useWords();
  const [amounts, setAmounts] = useState(() => ({ ...version.terms }));
  const [rows, setRows] = useState<readonly Row[]>(() =>
    version.terms.periods.map(({ seconds, returnPercent }) => ({
      seconds: String(seconds),
      returnPercent,
    })),
  );
  const set = (at: number, part: Partial<Row>) => setRows(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  return (
    <ActDialog
      endpoint={savePeriods}
      title={t('periods.edit')}
      about={`${t('periods.editAbout')} ${t('periods.step', { step: bounds.returnPercent.step })}`}
      submit={t('users.askFor')}
      body={(reason) => ({
        expectedVersion: version.version,
        terms: {
          ...amounts,
          periods: rows.map((row) => ({ seconds: Number(row.seconds), returnPercent: row.returnPercent })),
        },
        reason,
      })}
      changes={[showPeriods, listApprovals]}
      done={t('approvals.waiting')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          {limits.map((name) => (
            <TextField
              key={name}
              label={t(`periods.${name}`)}
              error={wrong(`terms.${name}`)}
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
                error={wrong(`terms.periods.${i}.seconds`)}
                inputMode="numeric"
                maxLength={4}
                value={row.seconds}
                onChange={(seconds) => set(i, { seconds })}
              />
              <TextField
                label={t('periods.returnPercent')}
                help={t('periods.returnHelp')}
                error={wrong(`terms.periods.${i}.returnPercent`)}
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
              disabled={rows.length >= 8}
              onClick={() => setRows([...rows, { seconds: '', returnPercent: '' }])}
            >
              {t('periods.add')}
            </Button>
          </Line>
        </>
      )}
    </ActDialog>
  );
}
