#!/usr/bin/env node
import { answer, usage } from './command.ts';
import { daemons, UsageError } from './daemons.ts';

const [command = '', ...args] = process.argv.slice(2);

/** Runs until stopped. Returns the exit code. */
async function last(start: (typeof daemons)[string]): Promise<number> {
  try {
    const running = await start(args, (line) => console.log(line));
    process.on('SIGTERM', running.stop).on('SIGINT', running.stop);
    return await running.done;
  } catch (error) {
    const told = !(error instanceof UsageError) && !(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    console.error(told ? `FAILED ${(error as Error).message}` : usage);
    return told ? 1 : 2;
  }
}

if (Object.hasOwn(daemons, command)) process.exitCode = await last(daemons[command]!);
else {
  const { code, output } = await answer(process.argv.slice(2));
  if (code === 0) console.log(output);
  else console.error(output);
  process.exitCode = code;
}
