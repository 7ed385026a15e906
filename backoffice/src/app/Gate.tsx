import { now } from '@glasshouse/kit/clock.ts';
import { matchPath, useLocation } from '@glasshouse/kit/router.tsx';
import { showSession } from '@glasshouse/protocol/operators/session';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAgain, useAsk } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { MeContext } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { EnrolScreen } from '../session/EnrolScreen.tsx';
import { FactorDialog } from '../session/FactorDialog.tsx';
import { FactorScreen } from '../session/FactorScreen.tsx';
import { LogInScreen } from '../session/LogInScreen.tsx';
import { SetUpScreen } from '../session/SetUpScreen.tsx';
import { Button } from '../ui/Button.tsx';
import { Blank } from '../ui/Table.tsx';
import { Frame } from './Frame.tsx';

/** Shows nothing of the console until both factors have been given. */
export const Gate = () => (matchPath('/setup', useLocation().pathname) ? <SetUpScreen /> : <Inside />);

function Inside() {
  const { t } = useWords();
  const session = useAsk(showSession, {});
  useEnd(session.data?.until ?? undefined);
  if (session.isPending) return null;
  if (!session.data) {
    return (
      <Blank title={t('ui.failed')}>
        <span role="alert">{sentenceOf(session.error)}</span>
        <Button onClick={() => session.refetch()}>{t('ui.retry')}</Button>
      </Blank>
    );
  }
  const { stage, operator, passkey } = session.data;
  if (stage === 'factor') return <FactorScreen passkey={passkey} />;
  if (stage === 'enrol') return <EnrolScreen />;
  if (stage === 'out' || !operator) return <LogInScreen />;
  return (
    <MeContext value={operator}>
      <Frame key={operator.id} />
      <FactorDialog />
    </MeContext>
  );
}

const longest = 2_000_000_000;

/** Asks for the session again when it is due to end, so that an open page doesn't keep showing its data. */
function useEnd(until: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!until) return;
    const wait = Math.min(longest, Math.max(1000, Date.parse(until) - now() + 500));
    const timer = setTimeout(() => void askAgain(client, [showSession]), wait);
    return () => clearTimeout(timer);
  }, [client, until]);
}
