import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { dayOf, firstSlotOf } from '../protocol/src/market/tape.ts';
import { run } from '../scripts/run.ts';
import { logKeys, readLogFile } from '../server/src/evidence/publiclog/publiclog.ts';
import type { Db } from '../server/src/platform/database/db.ts';
import { exportedProducts } from '../server/src/roles/products.ts';
import { exportSettlements } from '../server/src/trading/orders/orders.ts';
import { makeFolder } from '../server/test/child.ts';
import { keepLog } from '../server/test/keep-log.ts';

/** The verifier's output for every order between two slots, from public files, checked against the public log. */
export async function verifyAll(db: Db, span: { first: number; last: number }): Promise<string[]> {
  const { folder, remove } = await makeFolder('glasshouse-drill-');
  const [key] = await logKeys(db);
  await keepLog({ file: (path) => fileOf(db, path) }, folder);
  const lines: string[] = [];
  for (let day = dayOf(span.first); day <= dayOf(span.last); day++) {
    const path = join(folder, `${day}.txt`);
    const out = createWriteStream(path);
    const write = async (text: string) => {
      if (!out.write(text)) await once(out, 'drain');
    };
    const slots = {
      first: Math.max(span.first, firstSlotOf(day)),
      last: Math.min(span.last, firstSlotOf(day + 1) - 1),
    };
    await exportSettlements(db, exportedProducts, slots, write);
    out.end();
    await once(out, 'finish');
    const against = ['--log', key!, '--site', folder];
    const { code, output } = await run(process.execPath, ['verify/src/main.ts', 'settlements', path, ...against]);
    if (code !== 0) process.exitCode = 1;
    lines.push(output.trim());
  }
  await remove();
  return lines;
}

async function fileOf(db: Db, path: string) {
  const found = await readLogFile(db, path);
  const bytes = Buffer.from(found?.bytes ?? []);
  return { statusCode: found ? 200 : 404, rawPayload: bytes, body: bytes.toString('utf8') };
}
