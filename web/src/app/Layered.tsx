import { type ReactNode, use, useEffect, useMemo } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { leaveLayers, watchLayers } from '../lib/layers.ts';

/** Lets the router change pages only once the entries of open sheets are gone, so that none is left in the middle of the history. */
export function Layered({ children }: { children: ReactNode }) {
  const router = use(NavigationContext);
  const layered = useMemo(() => {
    const { navigator } = router;
    const push: typeof navigator.push = (...where) => leaveLayers(() => navigator.push(...where));
    const replace: typeof navigator.replace = (...where) => leaveLayers(() => navigator.replace(...where));
    return { ...router, navigator: { ...navigator, push, replace } };
  }, [router]);
  useEffect(watchLayers, []);
  return <NavigationContext value={layered}>{children}</NavigationContext>;
}
