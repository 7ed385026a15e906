import { t } from '../lib/words.tsx';
import { showToast } from './toast.ts';

/** Copies a text to the clipboard and returns whether it worked. If the browser refuses, shows the text itself. */
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
