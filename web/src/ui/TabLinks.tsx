import { Link } from '../lib/router.tsx';
import styles from './Tabs.module.css';
import { Unseen } from './Unseen.tsx';

type TabLinksProps<V extends string> = {
  label: string;
  links: readonly { value: V; label: string; to: string; unseen?: number }[];
  /** The current one. */
  here: V;
  /** Whether to replace the history entry, so that Back leads to the same page from all of them. */
  replace?: boolean;
};

/** Links to separate pages that look like tabs. */
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
