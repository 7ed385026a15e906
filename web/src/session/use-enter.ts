import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { samePath } from '../lib/paths.ts';
import { useNavigate, useSearchParams } from '../lib/router.tsx';
import { goBack, stepsBackTo } from '../lib/trail.ts';
import { remember } from './store.ts';

/**
 * Takes a user who has logged in to the page they wanted. If they came from that page, goes back to it. Otherwise it
 * would be in the history twice, and Back would seem to do nothing.
 */
export function useEnter(): (info: UserInfo) => Promise<void> {
  const navigate = useNavigate();
  const wanted = samePath(useSearchParams()[0].get('to'));
  return async (info) => {
    const steps = stepsBackTo(wanted);
    const isThere = steps > 0 && (await goBack(steps));
    remember(info);
    if (!isThere) await navigate(wanted, { replace: true });
  };
}
