import { Link } from '../lib/router.tsx';
import styles from './Tabs.module.css';
import { Unseen } from './Unseen.tsx';

type TabLinksProps<V extends string> = {
  label: string;
  links: readonly { value: V; label: string; to: string; unseen?: number }[];
  /** The one that is shown. */
  here: V;
  /** Whether the page that is left is forgotten: its way back is the next one's too. */
  replace?: boolean;
};

/** What looks like tabs, and leads to pages of their own. */
export const TabLinks = <V extends string>({ label, links, here, replace = false }: TabLinksProps<V>) => (
  <nav className={styles.tabs} aria-label={label}>
    {links.map(({ value, label: name, to, unseen = 0 }) => (
      <Link
        key={value}
        to={to}
        replace={replace}
        className={styles.tab}
        aria-current={value === here ? 'page' : undefined}
      >
        {name}
        <Unseen count={unseen} />
      </Link>
    ))}
  </nav>
);
