import { useEffect, useRef } from 'react';

/**
 * Sheets and dialogs as browser history entries, so that Back closes the top one instead of leaving the page. Such an
 * entry copies the page's own state, so the router stays where it is, and adds the number of the layer on its page.
 */
type Layer = { close: () => void };
const open: Layer[] = [];
/** Page changes that wait until the layers' history entries are gone. */
const waiting: (() => void)[] = [];
let returning: ReturnType<typeof setTimeout> | undefined;
// Milliseconds after which a page change stops waiting for a browser that ignored the step back. If a slow phone takes
// the step later than that, it looks like the user's own and closes a sheet opened since.
const maxWait = 5000;

const depth = (): number => history.state?.layers ?? 0;

/** Brings the history in line with the open layers: a step back for each closed one, an entry for each opened one. */
function settle(): void {
  if (returning !== undefined) return;
  if (depth() > open.length) {
    returning = setTimeout(arrive, maxWait);
    history.go(open.length - depth());
    return;
  }
  while (depth() < open.length) history.pushState({ ...history.state, layers: depth() + 1 }, '');
  for (const go of waiting.splice(0)) go();
}

function arrive(): void {
  clearTimeout(returning);
  returning = undefined;
  settle();
}

/** Closes the layers above the entry the user has gone back to, top first. Steps made by this module close nothing. */
function follow(): void {
  if (returning === undefined) for (const layer of open.splice(depth()).reverse()) layer.close();
  // The user may also have gone Forward to an entry whose sheet is gone; that goes back to the page itself.
  arrive();
}

/** Follows Back and Forward until the returned function is called. Call it after the router has started listening. */
export function watchLayers(): () => void {
  window.addEventListener('popstate', follow);
  settle();
  return () => window.removeEventListener('popstate', follow);
}

/**
 * Changes the page once the entries of its layers are gone. A layer that stays open loses its entry; usually it closes
 * with the page.
 */
export function leaveLayers(go: () => void): void {
  open.length = 0;
  waiting.push(go);
  settle();
}

// A layer that closes and one that opens in the same task share an entry.
const settleSoon = () => queueMicrotask(settle);

/** Whether a sheet or a dialog covers the page. */
export const isCovered = (): boolean => open.length > 0;

/** Adds a history entry while open; Back calls `onClose`. */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    const layer: Layer = { close: () => latest.current() };
    open.push(layer);
    settleSoon();
    return () => {
      const place = open.indexOf(layer);
      if (place >= 0) open.splice(place, 1);
      settleSoon();
    };
  }, [isOpen]);
}
