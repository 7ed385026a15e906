import { registerSW } from 'virtual:pwa-register';
import { t } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';

/** Makes the app work offline, and offers a new version instead of switching while the page is in use. */
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
