import { useWords } from '../lib/words.tsx';
import { doubtText } from '../trading/doubt-words.ts';
import { useSlip } from '../trading/slips.ts';
import { Note } from '../ui/Note.tsx';

/** What this device found wrong when the order was accepted. It stands whether or not the receipt itself matches. */
export function Doubts({ id }: { id: string }) {
  const { t } = useWords();
  const slip = useSlip(id);
  if (!slip?.doubts?.length) return null;
  return (
    <Note tone="error" role="alert" title={t('contract.doubts.title')}>
      {slip.doubts.map((doubt) => doubtText(doubt, slip)).join(' ')}
    </Note>
  );
}
