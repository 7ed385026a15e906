import { Link } from '@glasshouse/kit/router.tsx';
import type { AuditEntry } from '@glasshouse/protocol/backoffice/audit';
import { caseOf, type Known, personOf } from '../lib/entries.ts';
import { caseWord, useOpenQueues } from '../lib/kinds.ts';
import { personWords } from '../lib/names.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';

/** What an entry is about: a link to the user, the case or the page; anything else as it is written in the log. */
export function Subject({ entry, known }: { entry: AuditEntry; known: Known }) {
  const { t } = useWords();
  const may = useMay();
  const opens = useOpenQueues();
  const person = personOf(entry, known);
  if (person)
    return may('users.read') ? <Link to={`/users/${person.number}`}>{personWords(person)}</Link> : personWords(person);
  const about = caseOf(entry, known);
  if (about) {
    const words = `${caseWord(about.kind)} · ${personWords(about.person)}`;
    return opens(about.kind) ? <Link to={`/review/${about.kind}/${about.id}`}>{words}</Link> : words;
  }
  const [kind = '', id = ''] = entry.subject.split(':');
  const [product, version] = id.split('.');
  if (kind === 'product' && product && version) return t('products.numbered', { product, version });
  const page = pages[kind];
  return page ? (
    <Link to={page.to}>{t(page.word)}</Link>
  ) : (
    <code title={entry.subject}>{shortSubject(entry.subject)}</code>
  );
}

const pages: Record<
  string,
  { to: string; word: `nav.${'settings' | 'announcements' | 'periods' | 'maintenance' | 'contacts' | 'operators'}` }
> = {
  settings: { to: '/settings', word: 'nav.settings' },
  money: { to: '/settings', word: 'nav.settings' },
  announcement: { to: '/announcements', word: 'nav.announcements' },
  terms: { to: '/periods', word: 'nav.periods' },
  maintenance: { to: '/maintenance', word: 'nav.maintenance' },
  contact: { to: '/contacts', word: 'nav.contacts' },
  operator: { to: '/operators', word: 'nav.operators' },
};

/** Long ids are shortened to their end. */
const shortSubject = (subject: string) => {
  const [kind, ...id] = subject.split(':');
  return id.length === 0 ? subject : `${kind}:${id.join(':').replace(/^.{32}(.{4})$/, '…$1')}`;
};
