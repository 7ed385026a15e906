import type { AuditEntry } from '@glasshouse/protocol/backoffice/audit';
import { type Act, entryWords, type Known, personOf } from '../lib/entries.ts';
import { fieldName } from '../lib/fields.ts';
import { isCorrection, personWords, reasonWords } from '../lib/names.ts';
import { utcTime } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Changes } from '../ui/Changes.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import styles from './Entry.module.css';
import { factsOf } from './facts.ts';
import { isOwnSubject, Subject } from './Subject.tsx';

function Who({ entry: { operator, second } }: { entry: AuditEntry }) {
  const { t } = useWords();
  const first = operator?.name ?? t('audit.command');
  return second ? t('audit.two', { first, second: second.name }) : first;
}

/** The number of an entry, or the first and last number if several entries describe one act. */
export const entryNumbers = ({ main, parts }: Act): string =>
  parts.length === 0 ? String(main.id) : `${main.id}–${Math.max(...parts.map(({ id }) => id))}`;

type EntryLineProps = { entry: AuditEntry; known: Known };
/** An entry as one sentence: who did what, to whom or to what. */
export function Sentence({ entry, known }: EntryLineProps) {
  const words = entryWords(entry, known);
  const person = personOf(entry, known);
  // A correction names its user, and the name is the link.
  const at = person && isCorrection(entry.after) ? words.lastIndexOf(personWords(person)) : -1;
  const subject = <Subject entry={entry} known={known} />;
  return (
    <p className={styles.sentence}>
      <b>
        <Who entry={entry} />
      </b>
      {': '}
      {person && at >= 0 ? (
        <>
          {words.slice(0, at)}
          {subject}
          {words.slice(at + personWords(person).length)}
        </>
      ) : (
        words
      )}
      {at < 0 && !isOwnSubject(entry) && <> · {subject}</>}
    </p>
  );
}

const maxShown = 4;
/** The changes of an entry: new things with their values, others with old and new values. */
export function Facts({ entry, all = false }: { entry: AuditEntry; all?: boolean }) {
  const { t } = useWords();
  const { changes, isNew } = factsOf(entry);
  if (changes.length === 0) return null;
  const shown = all ? changes : changes.slice(0, maxShown);
  const rest = changes.length - shown.length;
  return (
    <>
      {isNew ? (
        <ul className={styles.facts}>
          {shown.map(({ name, after }) => (
            <li key={name}>
              <span>{fieldName(name)}</span> {after}
            </li>
          ))}
        </ul>
      ) : (
        <Changes changes={shown} nameOf={fieldName} />
      )}
      {rest > 0 && <small>{t('audit.moreChanges', { count: rest })}</small>}
    </>
  );
}

type EntryProps = { act: Act; known: Known; onClose: () => void };

/** One act in words, with its log entries in a disclosure. */
export function Entry({ act, known, onClose }: EntryProps) {
  const { t } = useWords();
  const { main, parts } = act;
  const hasFacts = factsOf(main).changes.length > 0;
  return (
    <Dialog wide title={t('audit.entryTitle', { entry: entryNumbers(act) })} onClose={onClose}>
      <KeyValues
        pairs={[
          [t('audit.action'), entryWords(main, known)],
          [t('audit.time'), utcTime(main.at)],
          [t('ui.reason'), main.reason === null ? '–' : reasonWords(main.reason)],
        ]}
      >
        <Fact label={t('ui.who')}>
          <Who entry={main} />
        </Fact>
        <Fact label={t('audit.subject')}>
          <Subject entry={main} known={known} />
        </Fact>
        {hasFacts && (
          <Fact label={t('audit.changes')}>
            <Facts entry={main} all />
          </Fact>
        )}
      </KeyValues>
      <details>
        <summary>{t('audit.details')}</summary>
        {[main, ...parts].map((entry) => (
          <Recorded key={entry.id} entry={entry} />
        ))}
      </details>
    </Dialog>
  );
}

/** An entry as the log stores it. */
function Recorded({ entry }: { entry: AuditEntry }) {
  const { t } = useWords();
  return (
    <section className={styles.recorded}>
      <h3>{t('audit.entryTitle', { entry: entry.id })}</h3>
      <KeyValues>
        <Fact label={t('audit.call')}>
          <code>{entry.action}</code>
        </Fact>
        <Fact label={t('audit.subject')}>
          <code>{entry.subject}</code>
        </Fact>
        <Fact label={t('audit.before')}>
          <pre>{JSON.stringify(entry.before, null, 2)}</pre>
        </Fact>
        <Fact label={t('audit.after')}>
          <pre>{JSON.stringify(entry.after, null, 2)}</pre>
        </Fact>
        <Fact label={t('audit.previous')}>
          <code>{entry.previous}</code>
        </Fact>
        <Fact label={t('audit.hash')}>
          <code>{entry.hash}</code>
        </Fact>
      </KeyValues>
    </section>
  );
}
