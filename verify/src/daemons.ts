import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type NoteKey, readKey } from '@glasshouse/protocol/publiclog/note';
import { now } from './clock.ts';
import { openMemory } from './watch/memory.ts';
import { getFrom } from './watch/site.ts';
import { openWatch } from './watch/watch.ts';
import { openWitness } from './witness/witness.ts';

// Commands that run until they are stopped. The others are in command.ts.

export const usage = `Commands that run until they are stopped:
  glasshouse-verify witness DIRECTORY --log KEY... [--name NAME] [--host 127.0.0.1] [--port 4191]
      cosigns the checkpoints of logs, each only if it extends the last one (C2SP tlog-witness).
      DIRECTORY stores its key, the last checkpoints and the refused ones. KEY may be several keys
      separated by spaces, or empty if there is none yet
  glasshouse-verify watch URL --log KEY [--witness KEY]... [--beacon HEX]... [--state DIRECTORY]
      monitors a site's public log and reports faults immediately; with --state it remembers what
      it saw, and stores pairs of checkpoints that contradict each other

Options of these commands:
  --log KEY        key of a log (npm run log -- key)
  --witness KEY    key of a witness
  --beacon HEX     key of a beacon other than drand's quicknet

The exit code is 0 if everything matches, 1 if something does not, and 2 for wrong usage.`;

type Running = { done: Promise<number>; stop: () => Promise<void> };
type Say = (line: string) => void;

/** Thrown if required arguments are missing. */
export class UsageError extends Error {}

const many = { type: 'string', multiple: true } as const;
const one = { type: 'string' } as const;

async function witness(args: string[], say: Say): Promise<Running> {
  const options = { log: many, name: one, host: one, port: one } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [directory] = positionals;
  if (!directory || !values.log) throw new UsageError();
  // Not 4190: fetch blocks that port, so clients could not reach the witness.
  const port = Number(values.port ?? 4191);
  const running = await openWitness({
    ...{ directory, host: values.host ?? '127.0.0.1', port, clock: now, say },
    logs: values.log.flatMap((keys) => keys.split(/\s+/).filter(Boolean)),
    name: values.name ?? `glasshouse-witness/${directory.replaceAll(/[^\w-]/g, '') || 'w'}`,
  });
  say(`witness at port ${running.port}, its key: ${running.key}`);
  const ended = Promise.withResolvers<number>();
  return {
    done: ended.promise,
    stop: async () => {
      await running.close();
      ended.resolve(0);
    },
  };
}

const lookAgain = 1000;
const tellAgain = 60; // looks
const maxSaid = 1000;

/** Reports the same finding at most once a minute, however often it is found. */
function sayOnce(say: Say) {
  const said = new Map<string, number>();
  return (line: string) => {
    if (now() - (said.get(line) ?? Number.NEGATIVE_INFINITY) < tellAgain * lookAgain) return;
    if (said.size >= maxSaid) said.clear();
    said.set(line, now());
    say(`${new Date(now()).toISOString()} ${line}`);
  };
}

async function watch(args: string[], say: Say): Promise<Running> {
  const options = { log: one, witness: many, state: one, beacon: many } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [url] = positionals;
  const key = await readKey(values.log ?? '');
  const witnesses = await Promise.all((values.witness ?? []).map(readKey));
  if (!url || key?.type !== 'text' || witnesses.some((each) => each?.type !== 'cosignature')) throw new UsageError();
  const { state, beacon: beacons = [] } = values;
  if (beacons.some((each) => !/^[0-9a-f]{192}$/.test(each))) throw new UsageError();
  const memory = state ? openMemory(state) : undefined;
  const tell = sayOnce(say);
  let forked = false;
  const watching = await openWatch({
    ...{ get: getFrom(url), key, witnesses: witnesses as NoteKey[], clock: now, beacons, seen: memory?.recall() },
    say: ({ name, says }) => {
      tell(`${name.toUpperCase()}: ${says}`);
      forked ||= name === 'fork';
    },
    keep: async (before, after) => memory?.keepFork(before, after, now()),
  });
  const stopping = new AbortController();
  const done = (async () => {
    for (let looks = 0; !stopping.signal.aborted && !forked; looks++) {
      await watching.look();
      const { size, slot } = watching.state();
      if (looks % tellAgain === 0 && size)
        say(`${new Date(now()).toISOString()} ok: ${size} leaves, tape at slot ${slot}`);
      const seen = watching.memory();
      if (seen) await memory?.keep(seen);
      await wait(lookAgain, undefined, { signal: stopping.signal }).catch(() => {});
    }
    return forked ? 1 : 0;
  })();
  return {
    done,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

export const daemons: Record<string, (args: string[], say: Say) => Promise<Running>> = { witness, watch };
