import { createPrivateKey, sign } from 'node:crypto';
import { showLog } from '@glasshouse/protocol/publiclog/calls';
import { readHead, writeHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { leafHash, rootAt } from '@glasshouse/protocol/publiclog/merkle';
import { readKey, readNote, signText, writeNote } from '@glasshouse/protocol/publiclog/note';
import { readTilePath, rootOver, tileWidth, writeBundle } from '@glasshouse/protocol/publiclog/tiles';
import type { Page } from '@playwright/test';
import { newCaller, setting, site } from './server.ts';

const privateKey = createPrivateKey({
  key: Buffer.from(setting('E2E_LOG_KEY'), 'base64'),
  format: 'der',
  type: 'pkcs8',
});

/** Shows a page a rewritten log: as long as the site's own and a little longer, signed with the site's own key. */
export async function showAnotherPast(page: Page): Promise<void> {
  const key = (await readKey((await newCaller()(showLog, {})).key!))!;
  const now = readHead(readNote(await (await fetch(`${site}/log/checkpoint`)).text())!.text)!;
  const entries = Array.from({ length: now.size + 300 }, (_, i) => Uint8Array.of(126, i >> 16, i >> 8, i));
  const leaves = await Promise.all(entries.map((entry) => leafHash(entry)));
  const read = (height: number, index: number) =>
    rootOver(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height));
  const text = writeHead({ origin: key.name, size: leaves.length, root: await rootAt(read, leaves.length) });
  const signature = signText(key, text, (bytes) => new Uint8Array(sign(null, bytes, privateKey)));
  const note = writeNote({ text, signatures: [signature] });
  await page.route(/^https?:\/\/[^/]+\/log\//, async (route) => {
    const path = new URL(route.request().url()).pathname.slice('/log/'.length);
    if (path === 'checkpoint') return route.fulfill({ contentType: 'text/plain; charset=utf-8', body: note });
    const { level, index, width } = readTilePath(path)!;
    const from = index * tileWidth;
    if (level === 'entries')
      return route.fulfill({ body: Buffer.from(writeBundle(entries.slice(from, from + width))) });
    const hashes = Array.from({ length: width }, (_, i) => read(8 * level, from + i));
    return route.fulfill({ body: Buffer.concat(await Promise.all(hashes)) });
  });
}

type Memory = { note?: string; checkedAt?: number; alarm?: { what: string } };

/** The memory of the log stored in the browser. */
export const remembered = (page: Page): Promise<Memory> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('public log') ?? '{"state":{}}').state);
