import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Logo } from '@glasshouse/kit/Logo.tsx';
import { languageNames } from '@glasshouse/kit/languages.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useBack } from '../lib/back.ts';
import { useLocation, useNavigate } from '../lib/router.tsx';
import { openSheet } from '../lib/sheets.ts';
import { useWords, Words } from '../lib/words.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './Session.module.css';

type AuthPageProps = { mode: 'login' | 'register'; title: ReactNode; text?: string; children: ReactNode };

/** The frame of log-in and registration: the language button, the promise, and the switch between both. */
export function AuthPage({ mode, title, text, children }: AuthPageProps) {
  const { t, locale } = useWords();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const switched = (state as { switched?: boolean } | null)?.switched;
  const page = useRef<HTMLElement>(null);
  // The other page renders its own switch; a user who used it by keyboard keeps the focus on it.
  useEffect(() => {
    if (switched) page.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  }, [switched]);
  return (
    <>
      <PageBar
        surface
        onBack={useBack()}
        start={
          <button type="button" className={styles.language} onClick={() => openSheet('language')}>
            <Icon name="globe" size={18} />
            <span className="vh">{t('app.language')}</span>
            <span className={styles.name}>{languageNames[locale]}</span>
            <Icon name="chevd" size={14} />
          </button>
        }
      />
      <main className={styles.body} ref={page}>
        <div className={classes(styles.head, mode === 'register' && styles.compact)}>
          <Logo size={mode === 'register' ? 40 : 52} />
          <h1>{title}</h1>
          {text && <p>{text}</p>}
        </div>
        <Segments
          label={t('session.modes')}
          value={mode}
          onChange={(next) => navigate(`/${next}${search}`, { replace: true, state: { switched: true } })}
          options={[
            { value: 'login', label: t('session.login') },
            { value: 'register', label: t('session.register') },
          ]}
          panel="session-form"
        />
        <div id="session-form" role="tabpanel" aria-label={t(`session.${mode}`)}>
          {children}
        </div>
      </main>
    </>
  );
}

/** The terms the user accepts by continuing. Both texts open in a sheet, because visitors have no other way to them. */
export function LegalLine({ act }: { act: 'login' | 'register' }) {
  const { t } = useWords();
  const text = (name: 'terms' | 'privacy') => (
    <button type="button" onClick={() => openSheet(name)}>
      {t(`session.${name}`)}
    </button>
  );
  return (
    <p className={styles.legal}>
      <Words k={`session.${act}Terms`} terms={text('terms')} privacy={text('privacy')} />
    </p>
  );
}
