import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { createContext, use } from 'react';

export type Account = {
  /** Null for a visitor. */
  user: UserInfo | null;
  logOut: () => Promise<void>;
  /** Asks for the account again: something that it says has changed. */
  refresh: () => Promise<void>;
};

/** Filled by the app from the session, so that pages need not know where it is kept. */
export const AccountContext = createContext<Account>({
  user: null,
  logOut: async () => {},
  refresh: async () => {},
});

export const useAccount = () => use(AccountContext);
