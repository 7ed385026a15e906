import { toggleHidden, useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { IconButton } from './IconButton.tsx';

/** Hides every balance of the app, or shows them again. */
export function Eye() {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <IconButton
      icon={hidden ? 'eyeoff' : 'eye'}
      size={18}
      label={t(hidden ? 'ui.showBalances' : 'ui.hideBalances')}
      onClick={toggleHidden}
    />
  );
}
