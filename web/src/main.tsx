import { defaultLocale } from '@glasshouse/protocol/locales';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/base.css';
import { queries } from './app/queries.ts';
import { Root } from './app/Root.tsx';
import { tabOf } from './app/tabs.ts';
import { watchConnection, watchLook, watchSession } from './app/watch.ts';
import { whenLoggedOut } from './lib/call.ts';
import { siteQuery } from './lib/site.ts';
import { loadLanguage, storedLocale } from './lib/words.tsx';
import { forgetSession, refreshSession } from './session/store.ts';

const mountDelay = 300;

async function start() {
  const delay = new Promise((resolve) => setTimeout(resolve, mountDelay));
  // A language that cannot be loaded must not leave the reader with an empty page.
  const language = loadLanguage(storedLocale()).catch(() => loadLanguage(defaultLocale));
  whenLoggedOut(forgetSession);
  refreshSession().catch(() => {});
  void queries.prefetchQuery(siteQuery);
  void tabOf(location.pathname)?.load();
  watchLook();
  await Promise.all([language, delay]);

  watchSession();
  watchConnection();
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}

void start();
if (import.meta.env.PROD) void import('./app/updates.ts').then(({ offerUpdates }) => offerUpdates());
