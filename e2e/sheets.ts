import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { phone } from './browser.ts';

// Makes one overview per screen with all its pictures: a row per language, a column per theme and window, so that a
// screen can be judged at a glance. Run by `npm run shots`.
const folder = new URL('../artifacts/shots/', import.meta.url).pathname;
const sheets = join(folder, 'sheets');
const name = /^(?<screen>.+)-(?<look>(?:light|dark)(?:-\w+)?)-(?<locale>[a-z]{2}-[A-Z]{2})\.png$/;

type Picture = { file: string; look: string; locale: string };
const screens = new Map<string, Picture[]>();
for (const file of readdirSync(folder).sort()) {
  const { screen, look, locale } = name.exec(file)?.groups ?? {};
  if (!screen || !look || !locale) continue;
  screens.set(screen, [...(screens.get(screen) ?? []), { file, look, locale }]);
}

const style = `body { margin: 12px; font: 12px sans-serif; background: #888; color: #fff }
  table { border-spacing: 8px } th { text-align: left; vertical-align: top } td { vertical-align: top }
  img { width: 260px; display: block } .side img { width: 520px }`;

/** A page with all pictures of one screen. Landscape phones are last, because their pictures are long. */
function pageOf(screen: string, pictures: readonly Picture[]): string {
  const tableOf = (kind: string, some: readonly Picture[]) => {
    const looks = [...new Set(some.map(({ look }) => look))];
    const rows = [...new Set(some.map(({ locale }) => locale))].map((locale) => {
      const cells = looks.map((look) => {
        const found = some.find((one) => one.look === look && one.locale === locale);
        return `<td>${found ? `<img src="${pathToFileURL(join(folder, found.file))}">` : ''}</td>`;
      });
      return `<tr><th>${locale}</th>${cells.join('')}</tr>`;
    });
    const head = looks.map((look) => `<th>${look}</th>`).join('');
    return rows.length === 0 ? '' : `<table class="${kind}"><tr><th></th>${head}</tr>${rows.join('')}</table>`;
  };
  const isLong = ({ look }: Picture) => /(side|820|1440)$/.test(look);
  const upright = tableOf(
    '',
    pictures.filter((one) => !isLong(one)),
  );
  return `<style>${style}</style><h1>${screen}</h1>${upright}${tableOf('side', pictures.filter(isLong))}`;
}

mkdirSync(sheets, { recursive: true });
const browser = await chromium.launch(phone.launchOptions);
const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
// A page loaded from a file may show other files.
await page.goto(pathToFileURL(folder).href);
for (const [screen, pictures] of screens) {
  await page.setContent(pageOf(screen, pictures), { waitUntil: 'load' });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: Math.max(900, width), height: 900 });
  await page.screenshot({ path: join(sheets, `${screen}.png`), fullPage: true });
}
await browser.close();
console.log(`sheets: ${screens.size} screens in artifacts/shots/sheets`);
