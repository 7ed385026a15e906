import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { Link, useLocation } from '@glasshouse/kit/router.tsx';
import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { listReviewKinds } from '@glasshouse/protocol/review/office';
import { AuditCard } from '../audit/AuditCard.tsx';
import { useAsk } from '../lib/ask.ts';
import { kindIcon, kindWord } from '../lib/kinds.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Frame.module.css';
import { pages } from './pages.ts';

const news = 10_000;

/** The pages that the role may open, with the number of waiting cases per queue. */
export function Nav() {
  const { t } = useWords();
  const may = useMay();
  const kinds = useAsk(listReviewKinds, {}, { every: news, enabled: may('review.read') });
  const approvals = useAsk(listApprovals, {}, { every: news, enabled: may('approvals.read') });
  const waiting = approvals.data?.waiting;
  const groups = (['review', 'run', 'prove'] as const)
    .map((group) => ({ group, links: pages[group].filter(({ permission }) => may(permission)) }))
    .filter(({ group, links }) => links.length > 0 || (group === 'review' && may('review.read')));
  return (
    <nav className={styles.nav} aria-label={t('nav.label')}>
      {groups.map(({ group, links }) => (
        <div key={group}>
          <small>{t(`nav.${group}`)}</small>
          {group === 'review' &&
            kinds.data?.list.map(({ kind, waiting }) => (
              <Item key={kind} to={`/review/${kind}`} icon={kindIcon(kind)} word={kindWord(kind)} count={waiting} />
            ))}
          {links.map(({ path, word, icon }) => (
            <Item key={path} to={path} icon={icon} word={t(word)} count={path === '/approvals' ? waiting : undefined} />
          ))}
        </div>
      ))}
      <div className={styles.foot}>
        <AuditCard />
      </div>
    </nav>
  );
}

type ItemProps = { to: string; icon: IconName; word: string; count: number | undefined };

function Item({ to, icon, word, count }: ItemProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} size={18} />
      <span>{word}</span>
      {count !== undefined && count > 0 && <b>{count}</b>}
    </Link>
  );
}
