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

const kept = 'glasshouse_copy_link';

/** A mail program may have cut it off. */
const isWhole = (token: string): boolean => /^[\w-]{43}$/.test(token);

/** What the link in the message holds. It is kept for this tab, as somebody may have to log in first. */
export function tokenIn(hash: string): string | null {
  const token = hash.slice(1);
  if (isWhole(token)) sessionStorage.setItem(kept, token);
  return token || sessionStorage.getItem(kept);
}

/** The link is used up, or no longer good. */
export const forgetLink = (): void => sessionStorage.removeItem(kept);

/** Fetches the copy part by part, and hands it to the browser as a file. */
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

/** Saves the copy that a link leads to. Where the link leads nowhere any more, a new copy can be asked for. */
export function TakeCopy({ token, onAnew }: { token: string; onAnew: () => void }) {
  const { t } = useWords();
  const [share, setShare] = useState(0);
  const take = useMutation({
    mutationFn: () => fetchCopy(token, setShare),
    onMutate: () => setShare(0),
    onSuccess: forgetLink,
    // After a lost line it is as good as before.
    onError: (error) => isOver(error) && forgetLink(),
    meta: { quiet: true },
  });
  const isGone = !isWhole(token) || isOver(take.error);
  const problem = isWhole(token) ? take.error && sentenceOf(take.error) : t('personal.linkCut');
  return (
    <>
      {!isGone && <p className={styles.text}>{t('personal.takeText')}</p>}
      {/* How far it is can be read, but is not said aloud for every part. */}
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
