import type { Input } from '@glasshouse/protocol/endpoint';
import type { getUser, login, logout, register, UserInfo } from '@glasshouse/protocol/session/calls';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { call } from '../lib/call.ts';

type Session = { loggedIn: boolean; info: Partial<UserInfo>; loading: boolean };

const loggedOut: Session = { loggedIn: false, info: {}, loading: false };

/** The session as the browser remembers it; the server's cookie is authoritative. */
export const useSession = create<Session>()(
  persist(() => loggedOut, {
    name: 'session',
    version: 1,
    partialize: ({ loggedIn, info }) => ({ loggedIn, info }),
  }),
);

/** The logged-in user, or null for a visitor. Stored data counts only if it has an id. */
export const userOf = ({ loggedIn, info }: Session): UserInfo | null =>
  loggedIn && info.id ? (info as UserInfo) : null;

export const forgetSession = () => useSession.setState(loggedOut);

export const remember = (info: UserInfo) => useSession.setState({ loggedIn: true, info });

export const logIn = (body: Input<typeof login>) => call<typeof login>('POST', '/index/index/login', body);

/** Opens an account, which also logs the user in. */
export const openAccount = (body: Input<typeof register>) =>
  call<typeof register>('POST', '/index/index/register', body);

export async function refreshSession(): Promise<void> {
  if (!useSession.getState().loggedIn) return;
  useSession.setState({ loading: true });
  try {
    const info = await call<typeof getUser>('POST', '/index/user/getuser', {});
    // The user may have logged out while the call was under way.
    if (useSession.getState().loggedIn) useSession.setState({ info });
  } finally {
    useSession.setState({ loading: false });
  }
}

export async function logOut(): Promise<void> {
  await call<typeof logout>('POST', '/index/index/logout', {});
  forgetSession();
}

/** Follows log-ins and log-outs in other tabs. */
export function followOtherTabs(onLoggedOut: () => void): void {
  window.addEventListener('storage', async ({ key }) => {
    if (key !== 'session' && key !== null) return;
    const before = userOf(useSession.getState());
    await useSession.persist.rehydrate();
    if (before && !userOf(useSession.getState())) onLoggedOut();
  });
}
