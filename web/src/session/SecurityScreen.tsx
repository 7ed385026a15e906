import type { Output } from '@glasshouse/protocol/endpoint';
import type { endSession, listSessions } from '@glasshouse/protocol/session';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBack } from '../lib/back.ts';
import { call, sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './Session.module.css';
import { SessionCard, SessionSkeleton } from './SessionCard.tsx';

type Listed = Output<typeof listSessions>['list'][number];

/** The security centre: where the account is logged in, and the way to a new password. */
export function SecurityScreen() {
  const { t } = useWords();
  const back = useBack('/user');
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => call<typeof listSessions>('POST', '/index/user/sessions', {}),
    meta: { quiet: true },
  });
  const [ending, setEnding] = useState<Listed>();
  return (
    <>
      <PageBar title={t('titles.security')} onBack={back} />
      <main className={styles.sub}>
        <Card>
          <List>
            <Row icon="lock" title={t('security.password')} sub={t('security.passwordText')} to="/user/changePsw" />
          </List>
        </Card>
        <h2 className={styles.heading}>{t('security.sessions')}</h2>
        {sessions.isPending && <SessionSkeleton />}
        {sessions.error && (
          <ErrorState
            title={t('security.failed')}
            text={t('security.failedText')}
            detail={sentenceOf(sessions.error)}
            onRetry={() => void sessions.refetch()}
          />
        )}
        {sessions.data && (
          <ul className={styles.sessions} aria-label={t('security.sessions')}>
            {sessions.data.list.map((session) => (
              <li key={session.id}>
                <SessionCard session={session} onEnd={() => setEnding(session)} />
              </li>
            ))}
          </ul>
        )}
        {sessions.data && <p className={styles.hint}>{t('security.sessionsHelp')}</p>}
      </main>
      <EndDialog session={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

function EndDialog({ session, onClose }: { session: Listed | undefined; onClose: () => void }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => call<typeof endSession>('POST', '/index/user/endSession', { id }),
    onSuccess: () => showToast({ kind: 'success', text: t('security.ended') }),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <ConfirmDialog
      open={session !== undefined}
      title={t('security.endTitle')}
      text={t('security.endText', { device: session?.device || t('security.unknownDevice') })}
      confirm={t('security.end')}
      cancel={t('security.keep')}
      busy={end.isPending}
      onConfirm={() => session && end.mutate(session.id)}
      onCancel={onClose}
    />
  );
}
