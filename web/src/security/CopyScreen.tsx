import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { loginPath } from '../lib/paths.ts';
import { useLocation, useNavigate } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { AskCopy } from './AskCopy.tsx';
import { copyKey } from './calls.ts';
import styles from './Security.module.css';
import { forgetLink, TakeCopy, tokenIn } from './TakeCopy.tsx';

const here = '/user/security/copy';

/** Requests a copy of all data about the user, and downloads it when opened by the link in the message. */
export function CopyScreen() {
  const { t } = useWords();
  const { hash } = useLocation();
  return (
    <>
      <PageBar title={t('titles.copy')} onBack={useBack()} />
      <main className={styles.page}>
        <AskOrTake key={hash} hash={hash} />
      </main>
    </>
  );
}

function AskOrTake({ hash }: { hash: string }) {
  const { t } = useWords();
  const { user } = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [token, setToken] = useState(() => tokenIn(hash));
  if (!user) {
    return (
      <>
        <Note>{t('personal.loginFirst')}</Note>
        <ButtonLink to={loginPath(here)}>{t('app.logIn')}</ButtonLink>
      </>
    );
  }
  if (!token) return <AskCopy />;
  const askAnew = () => {
    forgetLink();
    // The cached state of the copy is as old as its link.
    queries.removeQueries({ queryKey: copyKey });
    setToken(null);
    void navigate(here, { replace: true });
  };
  return <TakeCopy token={token} onAnew={askAnew} />;
}
