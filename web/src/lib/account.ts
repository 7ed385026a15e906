import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { createContext, use } from 'react';

export type Account = {
  /** Null for a visitor. */
  user: UserInfo | null;
  logOut: () => Promise<void>;
  /** Fetches the account again after a change to it. */
  refresh: () => Promise<void>;
};

/** Provided by the app from the session, so that pages don't depend on where the session is stored. */
export const AccountContext = createContext<Account>({
  user: null,
  logOut: async () => {},
  refresh: async () => {},
});

export const useAccount = () => use(AccountContext);
