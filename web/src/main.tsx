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

/** The first page is drawn in one go if its code comes soon; if not, the page itself says what it could not have. */
const longestWait = 3000;
function firstPage(): Promise<unknown> {
  const to = elsewhere(location, userOf(useSession.getState())) ?? location.pathname;
  const loading = pageAt(new URL(to, location.origin).pathname)?.Page.load();
  const late = new Promise((done) => setTimeout(done, longestWait));
  return Promise.race([late, loading?.catch(() => {})]);
}

/** What the first script listens to is heard before anything is drawn: the first picture then has its prices. */
function hearEarly(): void {
  const early = window.early?.live?.watch;
  if (early?.topic !== 'quotes') return;
  const leave = watchQuotes(early.symbols);
  setTimeout(leave, longestWait);
}

async function start() {
  // A language that cannot be loaded must not leave the reader with an empty page.
  const language = loadLanguage(storedLocale()).catch(() => loadLanguage(defaultLocale));
  whenLoggedOut(forgetSession);
  refreshSession().catch(() => {});
  void queries.prefetchQuery(siteQuery);
  // Answered while the code was on its way, and of a tape that runs: the first picture then has its ticket.
  const { live, answers } = window.early ?? {};
  const hasPrices = live?.heard.some(({ data }) => data.includes('"price":'));
  if (hasPrices && answers?.['/index/contract/rules']) void queries.prefetchQuery(rulesQuery);
  const page = firstPage();
  watchLook();
  // 300 ms after the page has begun.
  await Promise.all([language, page, window.early?.mounting]);

  watchSession();
  watchConnection();
  hearEarly();
  // What the page itself explains is no fault to report.
  const onCaughtError = (error: unknown) => {
    if (!(error instanceof CodeMissing)) reportError(error);
  };
  const root = createRoot(document.getElementById('root')!, { onCaughtError });
  // In small steps, so that a slow device still answers a tap in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Root />
      </StrictMode>,
    ),
  );
}

void start();
