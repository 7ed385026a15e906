import { page } from '../lib/pages.ts';

const words = ['security', 'session', 'personal'] as const;

export const pages = [
  page(
    '/user/security',
    'titles.security',
    { words },
    async () => (await import('./SecurityScreen.tsx')).SecurityScreen,
  ),
  page(
    '/user/security/events',
    'titles.securityEvents',
    { words },
    async () => (await import('./EventsScreen.tsx')).EventsScreen,
  ),
  page(
    '/user/security/email',
    'titles.bindEmail',
    { words },
    async () => (await import('./ContactScreen.tsx')).EmailScreen,
  ),
  page(
    '/user/security/phone',
    'titles.bindPhone',
    { words },
    async () => (await import('./ContactScreen.tsx')).PhoneScreen,
  ),
  page(
    '/user/security/authenticator',
    'titles.authenticator',
    { words },
    async () => (await import('./AuthenticatorScreen.tsx')).AuthenticatorScreen,
  ),
  page(
    '/user/security/passkeys',
    'titles.passkeys',
    { words },
    async () => (await import('./PasskeysScreen.tsx')).PasskeysScreen,
  ),
  page(
    '/user/security/phrase',
    'titles.phrase',
    { words },
    async () => (await import('./PhraseScreen.tsx')).PhraseScreen,
  ),
  // Open to visitors, because the link in a message leads here, and a redirect to the log-in page would drop the part
  // after #.
  page(
    '/user/security/copy',
    'titles.copy',
    { words, open: true },
    async () => (await import('./CopyScreen.tsx')).CopyScreen,
  ),
  page('/user/security/leave', 'titles.leave', { words }, async () => (await import('./LeaveScreen.tsx')).LeaveScreen),
  page('/lock', 'titles.lock', { words, open: true }, async () => (await import('./LockScreen.tsx')).LockScreen),
];
