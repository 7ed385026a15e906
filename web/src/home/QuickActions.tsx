import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Link } from 'react-router';
import { useWords } from '../lib/words.tsx';
import styles from './QuickActions.module.css';

// The first is the one black button of the page: what one can do here today.
const actions = [
  ['trade', 'contract', '/contract'],
  ['deposit', 'deposit', '/pay/deposit'],
  ['withdraw', 'withdraw', '/pay/withdraw'],
  ['records', 'records', '/records'],
  ['more', 'more', '/home/more'],
] as const;

export function QuickActions() {
  const { t } = useWords();
  return (
    <nav className={styles.quick} aria-label={t('home.quick.label')}>
      {actions.map(([action, icon, to]) => (
        <Link key={action} to={to}>
          <span>
            <Icon name={icon} />
          </span>
          {t(`home.quick.${action}`)}
        </Link>
      ))}
    </nav>
  );
}
