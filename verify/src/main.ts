#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { verifyDay } from './day.ts';
import { verifyProof } from './proof.ts';
import { verifyTicks } from './ticks.ts';

// Works offline, on files alone: it needs this repository's protocol/ and nothing that runs.
const usage = `Checks Glasshouse's simulated price tape, offline.

  glasshouse-verify ticks FILE... [--key HEX]   every hash in downloaded tick files, up to the signed checkpoint
  glasshouse-verify day TAPE.json FILE...       a revealed day, made again from its seed and compared with tick files
  glasshouse-verify proof FILE [--key HEX]      the runs of an answer of /index/market/proof

--key is the public key you trust; without it the key named in the file is believed, and printed.`;

type Check = (texts: { name: string; text: string }[], key: string | undefined) => Promise<string[]>;
const checks: Record<string, Check> = { ticks: verifyTicks, day: verifyDay, proof: verifyProof };

const args = process.argv.slice(2);
const keyAt = args.indexOf('--key');
const key = keyAt < 0 ? undefined : args.splice(keyAt, 2)[1];
const [command = '', ...files] = args;
const check = checks[command];
if (!check || files.length === 0) {
  console.error(usage);
  process.exit(2);
}
try {
  for (const line of await check(
    files.map((name) => ({ name, text: readFileSync(name, 'utf8') })),
    key,
  ))
    console.log(line);
} catch (error) {
  console.error(`FAILED ${(error as Error).message}`);
  process.exitCode = 1;
}
