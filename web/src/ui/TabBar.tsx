import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import styles from './TabBar.module.css';
import { Unseen } from './Unseen.tsx';

type Item = {
  to: string;
  label: string;
  icon: IconName;
  current: 'page' | 'true' | undefined;
  /** Unread results on its page. */
  unseen?: number;
};
type TabBarProps = { items: readonly Item[] };

/** The six sections at the bottom of the screen. */
export function TabBar({ items }: TabBarProps) {
  const { t } = useWords();
  return (
    <nav className={styles.bar} aria-label={t('ui.sections')}>
      {items.map((item) => (
        <Link key={item.to} to={item.to} className={styles.tab} aria-current={item.current}>
          <Icon name={item.icon} className={styles.icon} />
          {item.label}
          <Unseen count={item.unseen ?? 0} />
        </Link>
      ))}
    </nav>
  );
}
