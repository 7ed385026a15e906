// Runs before the first paint: a dark page must not flash white, and the language must be right for the font.
(() => {
  const root = document.documentElement;
  try {
    root.lang = localStorage.getItem('language') ?? 'en-US';
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // Storage may be closed to us; the defaults are right then.
  }
})();
