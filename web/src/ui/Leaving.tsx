import { formatTime } from '@glasshouse/kit/format.ts';
import type { stay } from '@glasshouse/protocol/personal/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../lib/account.ts';
import { call } from '../lib/call.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import styles from './Leaving.module.css';
import { Note } from './Note.tsx';
import { showToast } from './toast.ts';

/** That the account is to be deleted, if it is, and the way back. */
export function Leaving() {
  const { t } = useWords();
  const { user, refresh } = useAccount();
  const queries = useQueryClient();
  const keep = useMutation({
    mutationFn: () => call<typeof stay>('POST', '/index/user/stay', {}),
    onSuccess: async () => {
      await refresh();
      showToast({ kind: 'success', text: t('app.leaving.kept') });
      await queries.invalidateQueries({ queryKey: ['security'] });
    },
  });
  if (!user?.leavesAt) return null;
  return (
    <Note tone="error" icon="trash" title={t('app.leaving.title')} role="status">
      <span className={styles.text}>
        <Words k="app.leaving.text" date={<time dateTime={user.leavesAt}>{formatTime(user.leavesAt)}</time>} />
      </span>
      <Button kind="line" small className={styles.keep} busy={keep.isPending} onClick={() => keep.mutate()}>
        {t('app.leaving.keep')}
      </Button>
    </Note>
  );
}
