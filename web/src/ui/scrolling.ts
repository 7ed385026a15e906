const after = 150;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Marks the root element while the page scrolls, so that decoration can rest. Returns a function that stops this. */
export function markScrolling(): () => void {
  const { dataset } = document.documentElement;
  const mark = () => {
    if (timer === undefined) dataset.scrolling = '';
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      delete dataset.scrolling;
    }, after);
  };
  window.addEventListener('scroll', mark, { passive: true });
  return () => window.removeEventListener('scroll', mark);
}
