import { saveFile } from '@glasshouse/kit/save-file.ts';
import { useState } from 'react';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { type Card, drawCard } from './draw-card.ts';
import { showToast } from './toast.ts';

type ShareTexts = {
  /** The file name of the picture if it is saved. */
  file: string;
  /** The text that is shared with the picture. */
  message: string;
  saved: (filename: string) => string;
  failed: string;
};
type Sharing = { share: () => void; save: () => void; busy: boolean };

/** Shares a card with the device's share sheet, or saves it as a file if there is none. `save` always saves it. */
export function useShare(card: Omit<Card, 'title' | 'stamp'>, { file, message, saved, failed }: ShareTexts): Sharing {
  const { t } = useWords();
  const { title } = useSite();
  const [busy, setBusy] = useState(false);
  const draw = () => drawCard({ ...card, title, stamp: t('ui.stampSimulated') });
  const keep = (picture: Blob) => {
    saveFile(file, [picture], 'image/png');
    showToast({ kind: 'success', text: saved(file) });
  };
  const send = async (picture: Blob) => {
    const files = [new File([picture], file, { type: 'image/png' })];
    const words = { title, text: message, url: card.link };
    if (navigator.canShare?.({ files })) return navigator.share({ ...words, files });
    if (navigator.share) return navigator.share(words);
    keep(picture);
  };
  const act = (then: (picture: Blob) => unknown) => () => {
    setBusy(true);
    draw()
      .then(then)
      // Closing the device's share sheet isn't a failure.
      .catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'AbortError')) showToast({ kind: 'error', text: failed });
      })
      .finally(() => setBusy(false));
  };
  return { share: act(send), save: act(keep), busy };
}
