import { useEffect, useRef } from 'react';

/**
 * Sheets and dialogs as entries of the browser's history, so that Back closes the top one instead of leaving the page. Such an entry is a
 * copy of the page's own, so the router sees the same place; it also holds its number among the layers of its page.
 */
type Layer = { close: () => void };
const open: Layer[] = [];
/** Changes of page that wait until no entry of a layer is above the page. */
const waiting: (() => void)[] = [];
let returning: ReturnType<typeof setTimeout> | undefined;
// A browser that ignores the step must not keep anybody from another page. A step that a busy phone makes after that would be taken for the
// user's own, and close a sheet that has opened since.
const patience = 5000;

const depth = (): number => history.state?.layers ?? 0;

/** Brings the history to what is open: a step back for what has closed, an entry for what has opened. */
function settle(): void {
  if (returning !== undefined) return;
  if (depth() > open.length) {
    returning = setTimeout(arrive, patience);
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

/** Closes what is above the entry the user has gone back to, the top one first. A step of our own closes nothing. */
function follow(): void {
  if (returning === undefined) for (const layer of open.splice(depth()).reverse()) layer.close();
  // It may also be Forward to an entry whose sheet is gone: from there it goes back to the page itself.
  arrive();
}

/** Follows Back and Forward until the returned function is called. Call it after the router has begun to listen. */
export function watchLayers(): () => void {
  window.addEventListener('popstate', follow);
  settle();
  return () => window.removeEventListener('popstate', follow);
}

/** Changes the page once the entries of its layers are gone. A layer that stays open goes on without an entry; mostly it leaves with the page. */
export function leaveLayers(go: () => void): void {
  open.length = 0;
  waiting.push(go);
  settle();
}

// What closes and what opens at the same moment share an entry.
const settleSoon = () => queueMicrotask(settle);

/** Whether a sheet or a dialog lies over the page. */
export const isCovered = (): boolean => open.length > 0;

/** Gives what is open an entry of its own; Back calls `onClose`. */
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
