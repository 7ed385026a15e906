/** Tells the style sheets how high something is while it is there, under the name of a property. */
export const tellHeight = (name: `--gh-${string}`, beside = 0) =>
  function keepTelling(element: HTMLElement | null) {
    if (!element) return;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight + beside}px`));
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty(name);
    };
  };
