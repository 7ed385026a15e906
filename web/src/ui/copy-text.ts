import { t } from '../lib/words.tsx';
import { showToast } from './toast.ts';

/** Puts a text on the clipboard and says whether it worked; where the browser refuses, the text itself is shown. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: 'success', text: t('app.copied') });
    return true;
  } catch {
    showToast({ kind: 'error', text: t('app.copyFailed', { text }) });
    return false;
  }
}
