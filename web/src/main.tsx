import { defaultLocale } from '@glasshouse/protocol/locales';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/base.css';
import { queries } from './app/queries.ts';
import { Root } from './app/Root.tsx';
import { tabOf } from './app/tabs.ts';
import { watchConnection, watchLook, watchSession } from './app/watch.ts';
import { whenLoggedOut } from './lib/call.ts';
import { CodeMissing } from './lib/lazily.ts';
import { siteQuery } from './lib/site.ts';
import { loadLanguage, storedLocale } from './lib/words.tsx';
import { forgetSession, refreshSession } from './session/store.ts';

async function start() {
  // A language that cannot be loaded must not leave the reader with an empty page.
  const language = loadLanguage(storedLocale()).catch(() => loadLanguage(defaultLocale));
  whenLoggedOut(forgetSession);
  refreshSession().catch(() => {});
  void queries.prefetchQuery(siteQuery);
  // Only ahead of time: the page itself says what it could not have.
  tabOf(location.pathname)
    ?.load()
    .catch(() => {});
  watchLook();
  // 300 ms after the page has begun.
  await Promise.all([language, window.early?.mounting]);

  watchSession();
  watchConnection();
  // What the page itself explains is no fault to report.
  const onCaughtError = (error: unknown) => {
    if (!(error instanceof CodeMissing)) reportError(error);
  };
  createRoot(document.getElementById('root')!, { onCaughtError }).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}

void start();
