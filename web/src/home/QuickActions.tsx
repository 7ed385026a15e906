import { Link } from 'react-router';
import { useWords } from '../lib/words.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './QuickActions.module.css';

const actions = [
  ['deposit', '/pay/deposit'],
  ['withdraw', '/pay/withdraw'],
  ['transfer', '/assets/transfer'],
  ['records', '/records'],
  ['more', '/home/more'],
] as const;

export function QuickActions() {
  const { t } = useWords();
  return (
    <nav className={styles.quick} aria-label={t('home.quick.label')}>
      {actions.map(([action, to]) => (
        <Link key={action} to={to}>
          <span>
            <Icon name={action} />
          </span>
          {t(`home.quick.${action}`)}
        </Link>
      ))}
    </nav>
  );
}
