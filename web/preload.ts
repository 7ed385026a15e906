import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';

/** The landing pages, and the module that renders each. */
const arrivals = {
  '/home': '/home/HomeScreen.tsx',
  '/market': '/market/MarketScreen.tsx',
  '/contract': '/contracts/ContractScreen.tsx',
  '/shared': '/receipts/SharedScreen.tsx',
};

/**
 * Writes `preload.json`, which lists the files each page needs in addition to those of every page. The server names
 * them in the document, so that they load before any code has run. Also lets the splash paint before the style sheets
 * load.
 */
export const preload = (): Plugin => ({
  name: 'preload',
  apply: 'build',
  /** A page's sheet that loads later must follow those of the shell, or it would lose to them where they conflict. */
  transform(code, id) {
    if (!id.includes('vite/preload-helper')) return;
    const behind = code.replace('document.head.appendChild(', 'document.body.append(');
    if (behind === code) this.error('the bundler loads style sheets in an unexpected way');
    return behind;
  },
  generateBundle(_, bundle) {
    const chunks = new Map(
      Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each]] : [])),
    );
    // Dependencies come first, in the order in which the app itself loads style sheets.
    const reach = (name: string, seen = new Set<string>()): string[] => {
      if (seen.has(name)) return [];
      seen.add(name);
      return [...(chunks.get(name)?.imports ?? []).flatMap((next) => reach(next, seen)), name];
    };
    // The public file would be copied unminified, and every visit waits for it.
    const boot = readFileSync(new URL('./public/boot.js', import.meta.url), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'boot.js', source: minifySync('boot.js', boot).code });
    const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
    const always = new Set(reach(entry!.fileName));
    const files = Object.entries(arrivals).map(([path, module]) => {
      const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src${module}`));
      if (!chunk) this.error(`no chunk draws ${path}`);
      const code = reach(chunk.fileName).filter((name) => !always.has(name));
      const sheets = code.flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
      return [path, [...code, ...sheets].map((name) => `/${name}`)];
    });
    this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(Object.fromEntries(files)) });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sheet = /\s*<link rel="stylesheet"[^>]*href="\/static\/[^>]*>/g;
      const sheets = html.match(sheet)?.map((each) => each.trim()) ?? [];
      return html.replace(sheet, '').replace('</body>', `${sheets.join('\n  ')}\n  </body>`);
    },
  },
});
