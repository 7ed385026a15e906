import { defaultLocale } from '@glasshouse/protocol/locales';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/base.css';
import { elsewhere } from './app/guard.ts';
import { queries } from './app/queries.ts';
import { Root } from './app/Root.tsx';
import { pageAt } from './app/routes.ts';
import { watchConnection, watchLook, watchSession } from './app/watch.ts';
import { whenLoggedOut } from './lib/call.ts';
import { CodeMissing } from './lib/lazily.ts';
import { watchQuotes } from './lib/quotes.ts';
import { rulesQuery } from './lib/rules.ts';
import { siteQuery } from './lib/site.ts';
import { loadLanguage, storedLocale } from './lib/words.tsx';
import { forgetSession, refreshSession, userOf, useSession } from './session/store.ts';

/**
 * Milliseconds to wait for the first page's code, so that it renders at once. After that, the page itself shows what is
 * missing.
 */
const longestWait = 3000;
function firstPage(): Promise<unknown> {
  const to = elsewhere(location, userOf(useSession.getState())) ?? location.pathname;
  const loading = pageAt(new URL(to, location.origin).pathname)?.Page.load();
  const late = new Promise((done) => setTimeout(done, longestWait));
  return Promise.race([late, loading?.catch(() => {})]);
}

/** Processes the boot connection's messages before the first render, which then has its prices. */
function hearEarly(): void {
  const early = window.early?.live?.watch;
  if (early?.topic !== 'quotes') return;
  const leave = watchQuotes(early.symbols);
  setTimeout(leave, longestWait);
}

async function start() {
  // If a language fails to load, the page must not stay empty.
  const language = loadLanguage(storedLocale()).catch(() => loadLanguage(defaultLocale));
  whenLoggedOut(forgetSession);
  refreshSession().catch(() => {});
  void queries.prefetchQuery(siteQuery);
  // If the rules were answered early and the tape runs, the first render has its ticket.
  const { live, answers } = window.early ?? {};
  const hasPrices = live?.heard.some(({ data }) => data.includes('"price":'));
  if (hasPrices && answers?.['/index/contract/rules']) void queries.prefetchQuery(rulesQuery);
  const page = firstPage();
  watchLook();
  // `mounting` resolves 300 ms after the page began to load.
  await Promise.all([language, page, window.early?.mounting]);

  watchSession();
  watchConnection();
  hearEarly();
  // Missing code isn't reported, because the page explains it.
  const onCaughtError = (error: unknown) => {
    if (!(error instanceof CodeMissing)) reportError(error);
  };
  const root = createRoot(document.getElementById('root')!, { onCaughtError });
  // A transition renders in small steps, so that a slow device still responds to taps.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Root />
      </StrictMode>,
    ),
  );
}

void start();
