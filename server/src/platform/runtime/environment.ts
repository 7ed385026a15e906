import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const isLine = /^[A-Z][A-Z0-9_]*$/;

/**
 * The environment, plus the lines that are files in SECRETS_DIRECTORY, each named like its line. A secret in a file
 * appears in no process list and no dump of an environment. An empty file counts as unset. A line that is set in both
 * places is refused, because it would be unclear which one applies.
 */
export function readEnvironment(said: Record<string, string | undefined>): Record<string, string | undefined> {
  const directory = said.SECRETS_DIRECTORY;
  if (!directory) return said;
  // Only files, including linked ones, as in a mount of Kubernetes.
  const names = readdirSync(directory).filter((name) => isLine.test(name) && statSync(join(directory, name)).isFile());
  const texts = names.map((name) => [name, readFileSync(join(directory, name), 'utf8').trim()] as const);
  const files = Object.fromEntries(texts.filter(([, text]) => text !== ''));
  const twice = Object.keys(files).filter((name) => said[name] !== undefined);
  if (twice.length > 0) throw new Error(`Both in the environment and in ${directory}: ${twice.join(' ')}`);
  return { ...said, ...files };
}

export const environment = readEnvironment(process.env);
