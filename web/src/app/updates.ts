import { registerSW } from 'virtual:pwa-register';
import { t } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';

/** Makes the app open without a connection, and offers a new version instead of switching under the reader's hands. */
export function offerUpdates(): void {
  const update = registerSW({
    onNeedRefresh: () =>
      showToast({
        kind: 'notice',
        text: t('app.update'),
        action: { label: t('app.reload'), onPress: () => void update(true) },
      }),
  });
}
