import { saveFile } from '@glasshouse/kit/save-file.ts';
import type { takeCopy } from '@glasshouse/protocol/personal/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, Refused, sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './Security.module.css';

const storageKey = 'glasshouse_copy_link';

/** A mail program may have cut off a part. */
const isWhole = (token: string): boolean => /^[\w-]{43}$/.test(token);

/** The token in the link. Kept for this tab, because the user may have to log in first. */
export function tokenIn(hash: string): string | null {
  const token = hash.slice(1);
  if (isWhole(token)) sessionStorage.setItem(storageKey, token);
  return token || sessionStorage.getItem(storageKey);
}

/** Forgets a link that was used or has expired. */
export const forgetLink = (): void => sessionStorage.removeItem(storageKey);

/** Fetches the copy in parts and assembles it as a file for the browser. */
async function fetchCopy(token: string, onPart: (share: number) => void): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let offset = 0; ; ) {
    const { name, bytes, base64 } = await call<typeof takeCopy>('POST', '/index/user/takeCopy', { token, offset });
    const part = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    parts.push(part);
    offset += part.length;
    onPart(offset / bytes);
    if (offset < bytes && part.length > 0) continue;
    saveFile(name, parts, 'application/zip');
    return name;
  }
}

const isOver = (error: unknown) => error instanceof Refused && error.reason === 'copy_gone';

/** Saves the copy behind a link. If the link is no longer valid, offers to request a new copy. */
export function TakeCopy({ token, onAnew }: { token: string; onAnew: () => void }) {
  const { t } = useWords();
  const [share, setShare] = useState(0);
  const take = useMutation({
    mutationFn: () => fetchCopy(token, setShare),
    onMutate: () => setShare(0),
    onSuccess: forgetLink,
    // After a lost connection, the link is still valid.
    onError: (error) => isOver(error) && forgetLink(),
    meta: { quiet: true },
  });
  const isGone = !isWhole(token) || isOver(take.error);
  const problem = isWhole(token) ? take.error && sentenceOf(take.error) : t('personal.linkCut');
  return (
    <>
      {!isGone && <p className={styles.text}>{t('personal.takeText')}</p>}
      {/* The progress is visible, but screen readers don't announce every part. */}
      {take.isPending && share > 0 && (
        <Note icon="download">{t('personal.taking', { percent: Math.floor(share * 100) })}</Note>
      )}
      <div role="status" className={take.data ? undefined : 'vh'}>
        {take.data && <Note tone="ok">{t('personal.taken', { name: take.data })}</Note>}
      </div>
      <FormProblem text={problem ?? undefined} />
      {isGone ? (
        <Button onClick={onAnew}>{t('personal.askAnew')}</Button>
      ) : (
        <Button icon="download" busy={take.isPending} onClick={() => take.mutate()}>
          {t('personal.take')}
        </Button>
      )}
    </>
  );
}
