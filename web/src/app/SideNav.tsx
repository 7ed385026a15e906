import { formatTime } from '@glasshouse/kit/format.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { Logo } from '@glasshouse/kit/Logo.tsx';
import { usePositions as useContracts } from '../contracts/positions.ts';
import { useAccount } from '../lib/account.ts';
import { useLogMemory } from '../lib/log-memory.ts';
import { Link, useLocation } from '../lib/router.tsx';
import { useSite } from '../lib/site.ts';
import { useUnseen } from '../lib/unseen.ts';
import { useWords, type WordKey } from '../lib/words.tsx';
import { usePositions as useOptions } from '../options/positions.ts';
import { Unseen } from '../ui/Unseen.tsx';
import styles from './SideNav.module.css';

type Entry = {
  to: string;
  icon: IconName;
  word: WordKey;
  /** Other address prefixes whose pages belong to this section. */
  also?: readonly string[];
};

const groups: readonly { name?: WordKey; entries: readonly Entry[] }[] = [
  { entries: [{ to: '/home', icon: 'home', word: 'app.tabs.home' }] },
  {
    name: 'home.more.trade',
    entries: [
      { to: '/market', icon: 'market', word: 'app.tabs.market' },
      { to: '/contract', icon: 'contract', word: 'app.tabs.contract' },
      { to: '/options', icon: 'clock', word: 'titles.options' },
      { to: '/spot', icon: 'transfer', word: 'home.side.spot' },
    ],
  },
  {
    name: 'home.more.money',
    entries: [
      { to: '/financial', icon: 'finance', word: 'app.tabs.financial', also: ['/finance'] },
      { to: '/user', icon: 'user', word: 'app.tabs.user', also: ['/pay', '/assets', '/order'] },
      { to: '/records', icon: 'records', word: 'titles.records' },
      { to: '/home/more', icon: 'more', word: 'home.quick.more' },
    ],
  },
  {
    name: 'home.side.check',
    entries: [
      { to: '/publiclog', icon: 'proof', word: 'titles.publicLog' },
      { to: '/helps', icon: 'about', word: 'app.tabs.helps' },
    ],
  },
];

const entries = groups.flatMap((group) => group.entries);

/** The section of a page: the one with the longest matching address. */
function sectionOf(pathname: string): string | undefined {
  const above = entries
    .flatMap(({ to, also = [] }) => [to, ...also].map((address) => ({ to, address })))
    .filter(({ address }) => `${pathname}/`.startsWith(`${address}/`));
  return above.sort((a, b) => b.address.length - a.address.length)[0]?.to;
}

/** Counts of open contracts and options, shown next to their entries while there are no new results. */
function useCounts(): Record<string, number | undefined> {
  const isUser = useAccount().user !== null;
  return { '/contract': useContracts(isUser).data?.count, '/options': useOptions(isUser).data?.count };
}

/** The sections next to the page on tablets and larger: a narrow rail, or with more room a grouped list. */
export function SideNav() {
  const { t } = useWords();
  const { title } = useSite();
  const { pathname } = useLocation();
  const counts = useCounts();
  const results: Record<string, number> = useUnseen();
  const open = sectionOf(pathname.replace(/\/+$/, ''));
  const checkedAt = useLogMemory((memory) => (memory.alarm ? undefined : memory.checkedAt));
  return (
    <nav className={styles.side} aria-label={t('ui.sections')}>
      <span className={styles.brand}>
        <Logo />
        <b>{title}</b>
      </span>
      {groups.map(({ name, entries: own }) => (
        <div key={name ?? 'first'} className={styles.group}>
          {name && <small>{t(name)}</small>}
          {own.map(({ to, icon, word }) => (
            <Link key={to} to={to} aria-current={to === open ? (to === pathname ? 'page' : 'true') : undefined}>
              <Icon name={icon} size={20} />
              <span>{t(word)}</span>
              {results[to] ? (
                <i>
                  <Unseen count={results[to]} />
                </i>
              ) : (
                (counts[to] ?? 0) > 0 && <i>{counts[to]}</i>
              )}
            </Link>
          ))}
        </div>
      ))}
      {checkedAt !== undefined && (
        <Link to="/publiclog" className={styles.foot}>
          <Icon name="proof" size={16} />
          <span>{t('home.side.checked', { time: formatTime(checkedAt, 'time') })}</span>
        </Link>
      )}
    </nav>
  );
}
