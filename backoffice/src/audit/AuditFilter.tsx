import { listOperators } from '@glasshouse/protocol/operators/calls';
import { useAsk } from '../lib/ask.ts';
import { useTyped } from '../lib/choices.ts';
import { actionChoices, actionWords } from '../lib/names.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import styles from './AuditFilter.module.css';

export const filterNames = ['by', 'operator', 'action', 'subject', 'from', 'until'] as const;
export type Choice = Record<(typeof filterNames)[number], string>;

/** The chosen filters in the form the server takes. */
export function filterOf({ operator, action, subject, from, until }: Omit<Choice, 'by'>) {
  const typed = subject.trim();
  return {
    filter: { ...(operator && { operator }), ...(action && { action }), ...(typed && { subject: typed }) },
    days: { ...(from && { from }), ...(until && { until }) },
  };
}

/** The filters other than days, in words. */
export function useFilterWords({ operator, action, subject }: Choice): string[] {
  const { t } = useWords();
  const may = useMay();
  const operators = useAsk(listOperators, {}, { enabled: may('operators.read') });
  const name = operators.data?.list.find(({ id }) => id === operator)?.name ?? operator;
  return [
    ...(operator ? [t('audit.narrowed', { name: t('audit.operator'), value: name })] : []),
    ...(action ? [t('audit.narrowed', { name: t('audit.action'), value: actionWords(action) })] : []),
    ...(subject ? [t('audit.narrowed', { name: t('audit.subject'), value: subject })] : []),
  ];
}

/** Filters the log by operator, action, subject and UTC days. */
export function AuditFilter({ choice, onChange }: { choice: Choice; onChange: (part: Partial<Choice>) => void }) {
  const { t } = useWords();
  const may = useMay();
  const operators = useAsk(listOperators, {}, { enabled: may('operators.read') });
  const [subject, setSubject] = useTyped(choice.subject, (subject) => onChange({ subject }));
  return (
    <div className={styles.filter}>
      {choice.by !== 'clock' && (
        <>
          <TextField label={t('audit.bySubject')} type="search" maxLength={254} value={subject} onChange={setSubject} />
          <SelectField
            label={t('audit.operator')}
            value={choice.operator}
            onChange={(operator) => onChange({ operator })}
          >
            <option value="">{t('audit.all')}</option>
            {operators.data?.list.map(({ id, name, email }) => (
              <option key={id} value={id}>
                {`${name} · ${email}`}
              </option>
            ))}
          </SelectField>
          <SelectField label={t('audit.action')} value={choice.action} onChange={(action) => onChange({ action })}>
            <option value="">{t('audit.all')}</option>
            {actionChoices.map((path) => (
              <option key={path} value={path}>
                {actionWords(path)}
              </option>
            ))}
          </SelectField>
        </>
      )}
      <TextField label={t('exports.from')} type="date" value={choice.from} onChange={(from) => onChange({ from })} />
      <TextField
        label={t('exports.until')}
        type="date"
        value={choice.until}
        onChange={(until) => onChange({ until })}
      />
    </div>
  );
}
