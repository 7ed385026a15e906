import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { followLink, inviteAll, type Operator } from '../server/test/operators.ts';
import { openBrowser } from './browser.ts';
import { run } from './run.ts';

/** Creates the first owner with the command. */
export async function firstOwner(env: NodeJS.ProcessEnv, name: string, email: string): Promise<string> {
  const { code, output } = await run('node', ['scripts/owner.ts', '--name', name, '--email', email], { env });
  if (code !== 0) throw new Error(output);
  return /^http\S+$/m.exec(output)![0];
}

/**
 * Creates one operator of each role on a laptop, using the command and the API. Stores their credentials in a file. A
 * database that already has an owner is not changed.
 */
export async function demoOperators(
  url: string,
  env: NodeJS.ProcessEnv,
  file: string,
  linkMailedTo: (email: string) => Promise<string>,
): Promise<Operator[]> {
  const link = await firstOwner(env, 'Olga Owner', 'owner@office.example').catch(() => undefined);
  if (link === undefined) return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const { call: owner } = openBrowser(url);
  const first = await followLink(owner, link, new Date());
  const others = await inviteAll(
    owner,
    () => openBrowser(url).call,
    () => new Date(),
    linkMailedTo,
  );
  writeFileSync(file, JSON.stringify([first, ...others], null, 2), { mode: 0o600 });
  return [first, ...others];
}
