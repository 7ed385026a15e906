import { expect, test } from 'vitest';
import { preload } from '../../preload.ts';

const chunk = (fileName: string, imports: string[], { module = '', css = [] as string[], isEntry = false } = {}) => ({
  type: 'chunk',
  fileName,
  imports,
  isEntry,
  facadeModuleId: module && `/web/src${module}`,
  viteMetadata: { importedCss: new Set(css) },
});
const screens = {
  home: '/home/HomeScreen.tsx',
  market: '/market/MarketScreen.tsx',
  shared: '/receipts/SharedScreen.tsx',
};
const built = [
  chunk('static/index.js', ['static/shell.js'], { isEntry: true, css: ['static/index.css'] }),
  chunk('static/shell.js', [], { css: ['static/shell.css'] }),
  chunk('static/rules.js', [], { css: ['static/rules.css'] }),
  chunk('static/trade.js', ['static/shell.js', 'static/rules.js'], { css: ['static/trade.css'] }),
  chunk('static/contract.js', ['static/trade.js', 'static/rules.js'], {
    module: '/contracts/ContractScreen.tsx',
    css: ['static/contract.css'],
  }),
  ...Object.entries(screens).map(([name, module]) => chunk(`static/${name}.js`, ['static/shell.js'], { module })),
];

function run(chunks: typeof built) {
  const files = new Map<string, string>();
  const context = {
    emitFile: ({ fileName, source }: { fileName: string; source: string }) => files.set(fileName, source),
    error: (text: string) => {
      throw new Error(text);
    },
  };
  const { generateBundle } = preload() as unknown as {
    generateBundle: (this: unknown, _: unknown, b: unknown) => void;
  };
  generateBundle.call(context, {}, Object.fromEntries(chunks.map((each) => [each.fileName, each])));
  return files;
}

test('the preload list of each page has its code, its style sheets and their dependencies, without what every page loads', () => {
  const files = run(built);
  const pages = JSON.parse(files.get('preload.json')!);
  expect(pages['/contract']).toEqual([
    '/static/rules.js',
    '/static/trade.js',
    '/static/contract.js',
    '/static/rules.css',
    '/static/trade.css',
    '/static/contract.css',
  ]);
  expect(pages['/home']).toEqual(['/static/home.js']);
  expect(files.get('boot.js')!.length).toBeGreaterThan(1000);
});

test('a listed page without a chunk fails the build', () => {
  expect(() => run(built.filter(({ fileName }) => fileName !== 'static/contract.js'))).toThrow(
    'no chunk draws /contract',
  );
});

test("the app's style sheets follow the splash in their order, and the splash's own sheet precedes it", () => {
  const { transformIndexHtml } = preload() as unknown as { transformIndexHtml: { handler: (html: string) => string } };
  const link = (href: string) => `<link rel="stylesheet" crossorigin href="${href}">`;
  const html = transformIndexHtml.handler(
    `<head>${link('/splash.css')}\n${link('/static/a.css')}\n${link('/static/b.css')}</head><body><p id="splash"></p></body>`,
  );
  const places = ['/splash.css', 'id="splash"', '/static/a.css', '/static/b.css', '</body>'].map((each) =>
    html.indexOf(each),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThan(-1);
  expect(html.match(/stylesheet/g)).toHaveLength(3);
});
