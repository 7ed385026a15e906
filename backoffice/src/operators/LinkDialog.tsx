import { showToast } from '../lib/toast.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Line } from '../ui/Page.tsx';
import styles from './Operators.module.css';

/** The one-time link, shown once: it goes to the new operator by a way the owner trusts. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useWords();
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      showToast('ok', t('ui.copied'));
    } catch {
      showToast('error', t('ui.copyFailed'));
    }
  }
  return (
    <Dialog title={t('operators.linkTitle')} onClose={onClose}>
      <p>{t('operators.linkAbout')}</p>
      <code className={styles.link}>{link}</code>
      <Line end>
        <Button icon="copy" onClick={copy}>
          {t('ui.copy')}
        </Button>
        <Button kind="ink" onClick={onClose}>
          {t('ui.done')}
        </Button>
      </Line>
    </Dialog>
  );
}
