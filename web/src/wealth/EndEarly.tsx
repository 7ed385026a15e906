import { formatExact } from '@glasshouse/kit/format.ts';
import type { endPledge } from '@glasshouse/protocol/wealth/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { call, sentenceOf } from '../lib/call.ts';
import { useIsLost } from '../lib/use-reconnected.ts';
import { useWords } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Note } from '../ui/Note.tsx';
import type { Holding } from './wealth.ts';

/** Ends a pledge early, after showing what that costs. */
export function EndEarly({ holding: { id, amount, state }, interest }: { holding: Holding; interest: string }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const isLost = useIsLost();
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => call<typeof endPledge>('POST', '/index/wealth/end', { id }),
    meta: { quiet: true },
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: assetsKey });
    },
  });
  if (state !== 'in_progress') return null;
  return (
    <>
      {end.error && (
        <Note tone="error" role="alert">
          {sentenceOf(end.error)}
        </Note>
      )}
      <ActionBar note={isLost ? t('ui.lineLost') : t('wealth.early.cost', { interest: formatExact(interest) })}>
        <Button kind="soft" disabled={isLost} onClick={() => setAsking(true)}>
          {t('wealth.early.act')}
        </Button>
      </ActionBar>
      <ConfirmDialog
        open={asking}
        title={t('wealth.early.title')}
        text={t('wealth.early.text', { amount: formatExact(amount), interest: formatExact(interest) })}
        confirm={t('wealth.early.act')}
        cancel={t('wealth.early.keep')}
        busy={end.isPending}
        onConfirm={() => end.isPending || end.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
