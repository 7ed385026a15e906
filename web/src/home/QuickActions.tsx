import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import styles from './QuickActions.module.css';

// The first is the page's only black button: the main action.
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
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
          {action === 'more' ? <MoreName /> : t(`home.quick.${action}`)}
        </Link>
      ))}
    </nav>
  );
}

/** The short label under the icon says little alone, so screen readers and link lists get more. */
function MoreName() {
  const { t } = useWords();
  return (
    <>
      <span aria-hidden="true">{t('home.quick.more')}</span>
      <span className="vh">{t('home.quick.moreName')}</span>
    </>
  );
}
