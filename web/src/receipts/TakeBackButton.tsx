import type { Share } from '@glasshouse/protocol/shares/calls';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useTakeBack } from './shares.ts';

/** Revokes a link permanently, after a confirmation. */
export function TakeBackButton({ share }: { share: Share }) {
  const { t } = useWords();
  const taking = useTakeBack();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button small kind="soft" icon="trash" busy={taking.isPending} onClick={() => setAsking(true)}>
        {t('receipt.share.takeBack')}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={t('receipt.share.askTitle')}
        text={t('receipt.share.after')}
        confirm={t('receipt.share.takeBack')}
        busy={taking.isPending}
        onConfirm={() => taking.mutate(share, { onSettled: close })}
        onCancel={close}
      />
    </>
  );
}
