export type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** How this device shows the console; public/boot.js reads the same value before the first paint. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') {
    localStorage.removeItem('theme');
    delete dataset.theme;
  } else {
    localStorage.setItem('theme', theme);
    dataset.theme = theme;
  }
}
