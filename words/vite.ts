import { createHash } from 'node:crypto';
import { locales } from '@glasshouse/protocol/locales';
import type { Plugin } from 'vite';
import type { Section } from './keys.ts';
import { allWords, type Tree, wordsByDomain } from './read.ts';

/** The files of one app by name: `contracts.ru-RU`, or `all.ru-RU` if an app is small enough to load all words at once. */
function filesOf(section: Section, together: boolean): Map<string, Tree> {
  const files = new Map<string, Tree>();
  for (const locale of locales) {
    if (together) files.set(`all.${locale}`, allWords(section, locale));
    else for (const [domain, words] of wordsByDomain(section, locale)) files.set(`${domain}.${locale}`, words);
  }
  return files;
}

/**
 * Adds the words of an app to its build. The address of each file is `__WORDS__` and its name, so no table of addresses
 * is needed. It contains a hash of all files, so they can be cached permanently.
 */
export function words({ section, together = false }: { section: Section; together?: boolean }): Plugin {
  const files = filesOf(section, together);
  const hash = createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex')
    .slice(0, 8);
  const folder = `static/words-${hash}-`;
  return {
    name: 'words',
    config: () => ({ define: { __WORDS__: JSON.stringify(`/${folder}`) } }),
    // Code that runs before the bundle needs words too.
    transformIndexHtml: (html) => html.replace('%WORDS%', `/${folder}`),
    generateBundle() {
      for (const [name, tree] of files)
        this.emitFile({ type: 'asset', fileName: `${folder}${name}.json`, source: JSON.stringify(tree) });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = new RegExp(`^/${folder}(.+)[.]json$`).exec(request.url ?? '')?.[1];
        // Read again each time, so that a changed sentence appears after a reload.
        const tree = name && filesOf(section, together).get(name);
        if (!tree) return next();
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(tree));
      });
    },
  };
}
