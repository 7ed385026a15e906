import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const isLine = /^[A-Z][A-Z0-9_]*$/;

/**
 * The environment with the lines that are files in SECRETS_DIRECTORY, each named like its line: a secret in a file is in no list of processes
 * and in no dump of an environment. An empty file says nothing. A line that is said twice is refused, for nobody could say which of both holds.
 */
export function readEnvironment(said: Record<string, string | undefined>): Record<string, string | undefined> {
  const directory = said.SECRETS_DIRECTORY;
  if (!directory) return said;
  // Files alone, also those that a link leads to, as in a mount of Kubernetes.
  const names = readdirSync(directory).filter((name) => isLine.test(name) && statSync(join(directory, name)).isFile());
  const texts = names.map((name) => [name, readFileSync(join(directory, name), 'utf8').trim()] as const);
  const files = Object.fromEntries(texts.filter(([, text]) => text !== ''));
  const twice = Object.keys(files).filter((name) => said[name] !== undefined);
  if (twice.length > 0) throw new Error(`Both in the environment and in ${directory}: ${twice.join(' ')}`);
  return { ...said, ...files };
}

export const environment = readEnvironment(process.env);
