import { saveFile } from '@glasshouse/kit/save-file.ts';
import type { takeCopy } from '@glasshouse/protocol/personal/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { forgetLink } from './copy-link.ts';
import styles from './Security.module.css';

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

export function TakeCopy({ token }: { token: string }) {
  const { t } = useWords();
  const [share, setShare] = useState(0);
  const take = useMutation({
    mutationFn: () => fetchCopy(token, setShare),
    onSettled: forgetLink,
    meta: { quiet: true },
  });
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t('personal.takeText')}</p>
      <div role="status">
        {take.isPending && share > 0 && (
          <Note icon="download">{t('personal.taking', { percent: percentOf(share) })}</Note>
        )}
        {take.data && <Note tone="ok">{t('personal.taken', { name: take.data })}</Note>}
      </div>
      <FormProblem text={take.error ? sentenceOf(take.error) : undefined} />
      <Button icon="download" busy={take.isPending} onClick={() => take.mutate()}>
        {t('personal.take')}
      </Button>
    </div>
  );
}
const percentOf = (share: number) => Math.floor(share * 100);
