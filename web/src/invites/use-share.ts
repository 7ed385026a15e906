import { saveFile } from '@glasshouse/kit/save-file.ts';
import { useState } from 'react';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';
import { drawCard } from './draw-card.ts';

const name = 'invitation-simulated.png';

/** Hands the card to whatever the device shares with; where it shares nothing, the picture is kept as a file. */
export function useShare(code: string, link: string): { share: () => void; busy: boolean } {
  const { t } = useWords();
  const { title } = useSite();
  const [busy, setBusy] = useState(false);
  const act = async () => {
    const picture = await drawCard({
      title,
      headline: [t('invite.headline'), t('invite.headlineMore')],
      codeLabel: t('invite.code'),
      code,
      link,
      note: t('invite.paper'),
      stamp: t('ui.stampSimulated'),
    });
    const files = [new File([picture], name, { type: 'image/png' })];
    const words = { title, text: t('invite.shareText', { title, code }), url: link };
    if (navigator.canShare?.({ files })) return navigator.share({ ...words, files });
    if (navigator.share) return navigator.share(words);
    saveFile(name, [picture], 'image/png');
    showToast({ kind: 'success', text: t('invite.pictureSaved', { filename: name }) });
  };
  const share = () => {
    setBusy(true);
    act()
      // Who closes the device's sheet has changed their mind; nothing failed.
      .catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'AbortError'))
          showToast({ kind: 'error', text: t('invite.shareFailed') });
      })
      .finally(() => setBusy(false));
  };
  return { share, busy };
}
