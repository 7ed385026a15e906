import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useLogMemory } from '../lib/log-memory.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import styles from './LogStrip.module.css';

/**
 * Shown on every page, also after a reload, once this device has seen contradictory statements by the public log.
 * `still`: no page can be opened.
 */
export function LogStrip({ still = false }: { still?: boolean }) {
  const { t } = useWords();
  const what = useLogMemory(({ alarm }) => alarm?.what);
  if (!what) return null;
  return (
    <div className={styles.strip} role="alert">
      <Icon name="alert" size={18} />
      <span>{t(`log.strip.${what}`)}</span>
      {!still && <Link to="/publiclog">{t('log.strip.read')}</Link>}
    </div>
  );
}
