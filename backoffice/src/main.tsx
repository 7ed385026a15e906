import './lib/no-eval.ts';
import { storedLocale } from '@glasshouse/kit/dictionary.tsx';
import { Router } from '@glasshouse/kit/router.tsx';
import { defaultLocale } from '@glasshouse/protocol/locales';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gate } from './app/Gate.tsx';
import { queries } from './app/queries.ts';
import { watchPresence } from './lib/presence.ts';
import { loadLanguage } from './lib/words.tsx';
import './ui/base.css';
import { Toasts } from './ui/Toasts.tsx';

async function start() {
  watchPresence();
  // If a language fails to load, show the default one instead of an empty page.
  await loadLanguage(storedLocale()).catch(() => loadLanguage(defaultLocale));
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Router>
          <Gate />
        </Router>
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
