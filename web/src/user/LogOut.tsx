import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { useTapped } from '../ui/use-code.ts';

/** Asks for confirmation, then ends this session. */
export function LogOut() {
  const { t } = useWords();
  const { logOut } = useAccount();
  const [asked, setAsked] = useState<boolean>();
  const ConfirmDialog = useTapped(
    asked === true,
    async () => (await import('../ui/ConfirmDialog.tsx')).ConfirmDialog,
    () => setAsked(false),
  );
  const leaving = useMutation({ mutationFn: logOut, onSettled: () => setAsked(false) });
  return (
    <>
      <Button kind="soft" icon="logout" onClick={() => setAsked(true)}>
        {t('app.logOut')}
      </Button>
      {ConfirmDialog && asked !== undefined && (
        <ConfirmDialog
          open={asked}
          title={t('user.logoutTitle')}
          text={t('user.logoutText')}
          confirm={t('app.logOut')}
          busy={leaving.isPending}
          onConfirm={() => leaving.mutate()}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  );
}
