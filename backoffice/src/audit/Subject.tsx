import { Link } from '@glasshouse/kit/router.tsx';
import type { AuditEntry } from '@glasshouse/protocol/backoffice/audit';
import type { ExportName } from '@glasshouse/protocol/backoffice/exports';
import { caseOf, type Known, personOf } from '../lib/entries.ts';
import { caseWord, useOpenQueues } from '../lib/kinds.ts';
import { personWords, textIn } from '../lib/names.ts';
import { useWords, type WordKey } from '../lib/words.tsx';
import { UserLink } from '../ui/UserLink.tsx';

/**
 * Whether the sentence of an entry leaves nothing to say about its subject: an act on one's own access, or a search.
 */
export const isOwnSubject = ({ subject, operator }: AuditEntry): boolean =>
  subject === 'search' || (operator !== null && subject === `operator:${operator.id}`);

/** The subject of an entry: a link to the user, case or page; any other subject as the log writes it. */
export function Subject({ entry, known }: { entry: AuditEntry; known: Known }) {
  const { t } = useWords();
  const opens = useOpenQueues();
  const person = personOf(entry, known);
  if (person) return <UserLink number={person.number}>{personWords(person)}</UserLink>;
  const about = caseOf(entry, known);
  if (about) {
    const words = `${caseWord(about.kind)} · ${personWords(about.person)}`;
    return opens(about.kind) ? <Link to={`/review/${about.kind}/${about.id}`}>{words}</Link> : words;
  }
  const [kind = '', id = ''] = entry.subject.split(':');
  const [product, version] = id.split('.');
  if (kind === 'product' && product && version) return t('products.numbered', { product, version });
  if (kind === 'operator') return <Link to="/operators">{operatorOf(id, entry, known) ?? t('nav.operators')}</Link>;
  if (kind === 'export' && isExport(id)) return t(exported[id]);
  if (kind === 'day') return id;
  const page = pageNamed(kind);
  return page ? (
    <Link to={page.to}>{t(page.word)}</Link>
  ) : (
    <code title={entry.subject}>{shortSubject(entry.subject)}</code>
  );
}

const exported: Record<ExportName, WordKey> = {
  users: 'nav.users',
  withdrawals: 'review.kinds.withdrawal',
  approvals: 'review.kinds.approval',
  audit: 'nav.audit',
};
export const isExport = (id: string): id is ExportName => Object.hasOwn(exported, id);

/** The name of an operator. An invitation has an email as its subject, so the name comes from the entry. */
const operatorOf = (id: string, { after }: AuditEntry, { operators }: Known): string | undefined =>
  operators?.find((one) => one.id === id)?.name ?? (textIn(after, 'name') || (id.includes('@') ? id : undefined));

const pages: Record<
  string,
  { to: string; word: `nav.${'settings' | 'announcements' | 'periods' | 'maintenance' | 'contacts'}` }
> = {
  settings: { to: '/settings', word: 'nav.settings' },
  money: { to: '/settings', word: 'nav.settings' },
  announcement: { to: '/announcements', word: 'nav.announcements' },
  terms: { to: '/periods', word: 'nav.periods' },
  maintenance: { to: '/maintenance', word: 'nav.maintenance' },
  contact: { to: '/contacts', word: 'nav.contacts' },
};

export const pageNamed = (kind: string) => (Object.hasOwn(pages, kind) ? pages[kind] : undefined);

/** Shortens a long id to its end. */
const shortSubject = (subject: string) => {
  const [kind, ...id] = subject.split(':');
  return id.length === 0 ? subject : `${kind}:${id.join(':').replace(/^.{32}(.{4})$/, '…$1')}`;
};
