import type { stay } from '@glasshouse/protocol/personal/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../lib/account.ts';
import { call } from '../lib/call.ts';
import { useHandsOnFocus } from '../lib/focus.ts';
import { useWords, Words } from '../lib/words.tsx';
import styles from './AccountDeletionNotice.module.css';
import { Button } from './Button.tsx';
import { Note } from './Note.tsx';
import { TimeText } from './TimeText.tsx';
import { showToast } from './toast.ts';

/**
 * Says that the account will be deleted, with a button to cancel that. Always rendered, so that screen readers announce
 * the text when it appears.
 */
export function AccountDeletionNotice() {
  const { user } = useAccount();
  const at = user?.leavesAt;
  return (
    <div role="status" className={at ? undefined : 'vh'}>
      {at && <Notice at={at} />}
    </div>
  );
}

function Notice({ at }: { at: string }) {
  const { t } = useWords();
  const { refresh } = useAccount();
  const queries = useQueryClient();
  const keep = useMutation({
    mutationFn: () => call<typeof stay>('POST', '/index/user/stay', {}),
    onSuccess: async () => {
      await refresh();
      showToast({ kind: 'success', text: t('app.leaving.kept') });
      await queries.invalidateQueries({ queryKey: ['security'] });
    },
  });
  useHandsOnFocus();
  return (
    <Note tone="error" icon="trash" title={t('app.leaving.title')}>
      <span className={styles.text}>
        <Words k="app.leaving.text" date={<TimeText at={at} />} />
      </span>
      <Button kind="line" small className={styles.keep} busy={keep.isPending} onClick={() => keep.mutate()}>
        {t('app.leaving.keep')}
      </Button>
    </Note>
  );
}
