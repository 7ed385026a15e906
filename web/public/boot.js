// Runs before the first paint: a dark page must not flash white, and the language must be right for the font.
(() => {
  const root = document.documentElement;
  try {
    const language = localStorage.getItem('language') ?? 'en-US';
    const { theme, updown } = JSON.parse(localStorage.getItem('preferences') ?? '{}').state ?? {};
    root.lang = language;
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    const auto = /^(zh|ja|ko)/.test(language) ? 'red-up' : 'green-up';
    root.dataset.updown = updown === 'red-up' || updown === 'green-up' ? updown : auto;
  } catch {
    // Storage may be closed to us; the defaults are right then.
  }
})();
