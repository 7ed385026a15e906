import { listOperators } from '@glasshouse/protocol/operators/calls';
import { useAsk } from '../lib/ask.ts';
import { useTyped } from '../lib/choices.ts';
import { actionChoices, actionWords } from '../lib/names.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import styles from './AuditFilter.module.css';

export const filterNames = ['operator', 'action', 'subject', 'from', 'until'] as const;
type Choice = Record<(typeof filterNames)[number], string>;

/** A number alone is a user's. */
const subjectOf = (text: string) => (/^\d+$/.test(text) ? `user:${text}` : text);
/** What was chosen, as the server takes it. */
export function filterOf({ operator, action, subject, from, until }: Choice) {
  const typed = subjectOf(subject.trim());
  return {
    filter: { ...(operator && { operator }), ...(action && { action }), ...(typed && { subject: typed }) },
    days: { ...(from && { from }), ...(until && { until }) },
  };
}

/** Narrows the log by operator, action, subject and UTC days. */
export function AuditFilter({ choice, onChange }: { choice: Choice; onChange: (part: Partial<Choice>) => void }) {
  const { t } = useWords();
  const may = useMay();
  const operators = useAsk(listOperators, {}, { enabled: may('operators.read') });
  const [subject, setSubject] = useTyped(choice.subject, (subject) => onChange({ subject }));
  const example = { example: 'user:8620001' };
  return (
    <div className={styles.filter}>
      <TextField
        label={t('audit.bySubject', example)}
        type="search"
        maxLength={100}
        value={subject}
        onChange={setSubject}
      />
      <SelectField label={t('audit.operator')} value={choice.operator} onChange={(operator) => onChange({ operator })}>
        <option value="">{t('audit.all')}</option>
        {operators.data?.list.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
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
