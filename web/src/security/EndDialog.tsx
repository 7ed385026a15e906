import type { endOtherSessions } from '@glasshouse/protocol/security/calls';
import type { endSession } from '@glasshouse/protocol/session/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { showToast } from '../ui/toast.ts';
import { type Session, securityKey } from './calls.ts';
import { deviceName } from './device.ts';

type SessionsToEnd = Session | 'others';

/** Confirms ending one session or all other sessions. */
export function EndDialog({ ending, onClose }: { ending: SessionsToEnd | undefined; onClose: () => void }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const all = ending === 'others';
  const end = useMutation({
    mutationFn: (what: SessionsToEnd) =>
      what === 'others'
        ? call<typeof endOtherSessions>('POST', '/index/user/endOtherSessions', {})
        : call<typeof endSession>('POST', '/index/user/endSession', { id: what.id }),
    onSuccess: (_, what) =>
      showToast({ kind: 'success', text: t(what === 'others' ? 'security.endedAll' : 'security.ended') }),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: securityKey });
    },
  });
  const device = deviceName(ending && ending !== 'others' ? ending.device : '');
  return (
    <ConfirmDialog
      open={ending !== undefined}
      title={t(all ? 'security.endAllTitle' : 'security.endTitle')}
      text={all ? t('security.endAllText') : t('security.endText', { device })}
      confirm={t(all ? 'security.endAll' : 'security.endSession')}
      {...(!all && { cancel: t('security.keep') })}
      busy={end.isPending}
      onConfirm={() => ending && end.mutate(ending)}
      onCancel={onClose}
    />
  );
}
