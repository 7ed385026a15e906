import { Link } from '@glasshouse/kit/router.tsx';
import type { ReactNode } from 'react';
import { useMay } from '../lib/session.ts';

/** Links to the page of a user, for roles that may open it; plain text for others. */
export function UserLink({ number, children }: { number: string; children: ReactNode }) {
  return useMay()('users.read') ? <Link to={`/users/${number}`}>{children}</Link> : children;
}
