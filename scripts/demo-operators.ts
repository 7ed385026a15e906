import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Envelope } from '../protocol/src/endpoint.ts';
import { followLink, inviteAll, type OfficeCall, type Operator } from '../server/test/operators.ts';
import { run } from './run.ts';

/** A browser's side of the calls: keeps its cookies and sends what the console sends. */
function openBrowser(url: string): OfficeCall {
  const jar = new Map([['XSRF-TOKEN', 'demo']]);
  return async (endpoint, body) => {
    const response = await fetch(`${url}${endpoint.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url,
        cookie: [...jar].map((pair) => pair.join('=')).join('; '),
        'x-xsrf-token': 'demo',
        think_lang: 'en-US',
      },
      body: JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      jar.set(name!, value!);
    }
    return (await response.json()) as Envelope & { data: never };
  };
}

/** The first owner, by the command itself. */
export async function firstOwner(env: NodeJS.ProcessEnv, name: string, email: string): Promise<string> {
  const { code, output } = await run('node', ['scripts/owner.ts', '--name', name, '--email', email], { env });
  if (code !== 0) throw new Error(output);
  return /^http\S+$/m.exec(output)![0];
}

/**
 * One operator of each role for a laptop, made through command and calls; what is needed to log in is kept in a file. A database that has
 * an owner already keeps its people.
 */
export async function demoOperators(url: string, env: NodeJS.ProcessEnv, file: string): Promise<Operator[]> {
  const link = await firstOwner(env, 'Olga Owner', 'owner@office.example').catch(() => undefined);
  if (link === undefined) return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const owner = openBrowser(url);
  const first = await followLink(owner, link, new Date());
  const others = await inviteAll(
    owner,
    () => openBrowser(url),
    () => new Date(),
  );
  writeFileSync(file, JSON.stringify([first, ...others], null, 2), { mode: 0o600 });
  return [first, ...others];
}
