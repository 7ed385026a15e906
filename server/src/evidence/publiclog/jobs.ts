import type { Config } from '#platform/runtime/config.ts';
import { openSigner } from '#platform/security/signer.ts';
import { readWitness } from './witnesses.ts';
import { runWriter, type WriterParts } from './writer.ts';

type Tools = Omit<WriterParts, 'signer' | 'origin' | 'witnesses'> & { config: Config };

/** Writes the public log as configured. Refuses to start with an incomplete configuration. */
export async function startWriting({ config, ...tools }: Tools): Promise<{ stop: () => Promise<void> }> {
  if (!config.LOG_SIGNING_KEY) throw new Error('The role log needs LOG_SIGNING_KEY (see .env.example)');
  const witnesses = await Promise.all(config.WITNESSES.map(readWitness));
  return runWriter({ ...tools, signer: openSigner(config.LOG_SIGNING_KEY), origin: originOf(config), witnesses });
}

/** The log's name: the address it is served at, without the scheme, unless the configuration sets another. */
const originOf = ({ LOG_ORIGIN, ORIGINS }: Config) => LOG_ORIGIN ?? `${new URL(ORIGINS[0]!).host}/log`;
