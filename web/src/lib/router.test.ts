import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Link } from './router.tsx';

afterEach(() => void vi.unstubAllGlobals());

test('a link out of the app has no address to open', () => {
  vi.stubGlobal('window', { location: new URL('https://glasshouse.example/records') });
  const markup = (to: string) => renderToStaticMarkup(createElement(Link, { to }, 'x'));
  for (const to of ['javascript:alert(1)', '//host', '/\\host', 'https://host', 'data:text/html,x'])
    expect(markup(to), to).toBe('<a>x</a>');
  expect(markup('/home')).toBe('<a href="/home">x</a>');
});
