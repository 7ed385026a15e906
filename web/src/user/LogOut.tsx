import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/ConfirmDialog.tsx')).ConfirmDialog }));

/** Asks once, then ends this session. */
export function LogOut() {
  const { t } = useWords();
  const { logOut } = useAccount();
  const [asked, setAsked] = useState<boolean>();
  const leaving = useMutation({ mutationFn: logOut, onSettled: () => setAsked(false) });
  return (
    <>
      <Button kind="soft" icon="logout" onClick={() => setAsked(true)}>
        {t('user.logout')}
      </Button>
      <Suspense>
        {asked !== undefined && (
          <ConfirmDialog
            open={asked}
            title={t('user.logoutTitle')}
            text={t('user.logoutText')}
            confirm={t('user.logout')}
            busy={leaving.isPending}
            onConfirm={() => leaving.mutate()}
            onCancel={() => setAsked(false)}
          />
        )}
      </Suspense>
    </>
  );
}
