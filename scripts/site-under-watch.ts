import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { noteKey, writeKey } from '../protocol/src/publiclog/note.ts';
import { inDatabase, ownerRole, urlFor } from '../server/database/prepare.ts';
import { auditLog } from '../server/src/evidence/publiclog/audit.ts';
import { askWitness, readWitness } from '../server/src/evidence/publiclog/witnesses.ts';
import { openWriter } from '../server/src/evidence/publiclog/writer.ts';
import { appendEntry } from '../server/src/platform/console/audit.ts';
import { step } from '../server/src/platform/database/db.ts';
import { exportedProducts, products } from '../server/src/roles/products.ts';
import { exportSettlements } from '../server/src/trading/orders/orders.ts';
import { keepLog } from '../server/test/keep-log.ts';
import { openLog } from '../server/test/log.ts';
import { flat, type trade } from '../server/test/trade.ts';
import { answer } from '../verify/src/command.ts';
import { openWatch } from '../verify/src/watch/watch.ts';
import { openWitness } from '../verify/src/witness/witness.ts';

/** A site with some history, a monitor that watches it, and a witness run by another party. `initialAlarms` are those of the history itself. */
export async function siteUnderWatch<T extends Awaited<ReturnType<typeof trade>>>(
  traded: T,
  initialAlarms: readonly string[] = [],
) {
  const { world, tick, open } = traded;
  const log = await openLog(world);
  for (const subject of ['first', 'second', 'third'])
    await step(world.owner, (tx) =>
      appendEntry(tx, { at: world.clock(), action: 'test', operator: null }, { subject, reason: 'As it was' }),
    );
  await tick(...flat(4));
  const { order } = await open('long');
  await tick(...flat(4));
  await log.write();

  const key = await noteKey(log.parts.origin, 'text', log.signer.publicKey);
  const directory = mkdtempSync(join(tmpdir(), 'witness-'));
  const clock = () => world.clock().getTime();
  const running = await openWitness({
    ...{ directory, logs: [writeKey(key)], name: 'witness.example', host: '127.0.0.1', port: 0, clock, say: () => {} },
  });
  onTestFinished(async () => {
    await running.close();
    rmSync(directory, { recursive: true });
  });
  const witness = await readWitness(`http://127.0.0.1:${running.port} ${running.key}`);
  const alarms = new Set<string>();
  const watch = await openWatch({
    ...{ key, witnesses: [], clock, keep: async () => {} },
    get: async (path) => {
      const answer = await log.file(path.replace(/^log\//, ''));
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
      return new Uint8Array(answer.rawPayload);
    },
    say: ({ name }) => alarms.add(name),
  });
  const cosign = () => askWitness(log.parts, witness);
  await cosign();
  await watch.look();
  expect([...alarms]).toEqual(initialAlarms);
  expect((await auditLog(world.owner, products)).faults).toEqual([]);
  return {
    ...{ ...traded, log, order, cosign },
    refused: () => readdirSync(join(directory, 'refused')).length,
    /** The alarms of the monitor after another look. */
    watched: async () => {
      alarms.clear();
      await watch.look();
      return [...alarms];
    },
    /** The auditor's findings, each fault once, with its table. */
    audited: async () => {
      const { faults } = await auditLog(world.owner, products);
      return [...new Set(faults.map(({ what, where }) => `${what}: ${where.split(' ')[0]}`))];
    },
    /** Runs statements as the owner of the tables, with triggers disabled. */
    force: (table: string, ...statements: string[]) =>
      inDatabase(urlFor(world.database, ownerRole), `alter table ${table} disable trigger user`, ...statements),
    /** Continues for some seconds with another writer, which signs the current content of the log. */
    resume: async () => {
      await tick(...flat(24));
      const writer = await openWriter(log.db, log.parts);
      await writer.append();
      await writer.sign();
    },
  };
}

/** The settlements file of the last minutes. */
export async function settlementsOf({
  world,
  slot,
}: Pick<Awaited<ReturnType<typeof trade>>, 'world' | 'slot'>): Promise<string> {
  let text = '';
  await exportSettlements(world.db, exportedProducts, { first: slot() - 1000, last: slot() }, async (part) => {
    text += part;
  });
  return text;
}

/** The verifier's verdict on a settlements file, with the log as the site serves it. */
export async function judgeSettlements(log: Awaited<ReturnType<typeof openLog>>, text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'day-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await keepLog(log, folder);
  writeFileSync(join(folder, 'day.txt'), text);
  const key = writeKey(await noteKey(log.parts.origin, 'text', log.signer.publicKey));
  return (await answer(['settlements', join(folder, 'day.txt'), '--log', key, '--site', folder])).output;
}
