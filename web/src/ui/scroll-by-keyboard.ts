const focusable = 'a[href], :is(button, input, select, textarea):enabled, summary, [tabindex]:not([tabindex="-1"])';

/** Makes a scrolling element focusable while it overflows and contains nothing else to focus. Otherwise no key could scroll it. */
export function scrollByKeyboard(element: HTMLElement | null) {
  if (!element) return;
  const update = () => {
    const isNeeded = element.scrollHeight > element.clientHeight && !element.querySelector(focusable);
    if (isNeeded) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const resized = new ResizeObserver(update);
  resized.observe(element);
  const changed = new MutationObserver(update);
  changed.observe(element, { childList: true, characterData: true, subtree: true });
  return () => {
    resized.disconnect();
    changed.disconnect();
  };
}
