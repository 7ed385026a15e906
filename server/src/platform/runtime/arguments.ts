import { parseArgs } from 'node:util';

type Command<Flag extends string, Value extends string> = {
  /** How the command is called, one form per line. */
  usage: string;
  about: string;
  flags?: readonly Flag[];
  /** Options that take a value. */
  values?: readonly Value[];
  /** The minimum and the maximum number of arguments. */
  takes?: readonly [min: number, max: number];
};

const usageOf = (usage: string) => `Usage: ${usage.replaceAll('\n', '\n       ')}`;

/** Prints the help of a command and ends the process if the arguments ask for it. */
export function helpIfAsked({ usage, about }: Command<string, string>, args = process.argv.slice(2)): void {
  if (!args.some((arg) => arg === '--help' || arg === '-h')) return;
  process.stdout.write(`${usageOf(usage)}\n\n${about}\n`);
  process.exit(0);
}

/** Reads the arguments of a command. For `--help` the process ends with 0, for wrong arguments with 2. */
export function readArguments<Flag extends string = never, Value extends string = never>(
  command: Command<Flag, Value>,
) {
  helpIfAsked(command);
  const { flags = [], values = [], takes: [min, max] = [0, 0] } = command;
  const refuse = (reason: string): never => {
    process.stderr.write(`${reason}\n${usageOf(command.usage)}\n`);
    process.exit(2);
  };
  const read = () => {
    const options = Object.fromEntries([
      ...flags.map((name) => [name, { type: 'boolean' }] as const),
      ...values.map((name) => [name, { type: 'string' }] as const),
    ]);
    try {
      return parseArgs({ options, allowPositionals: true });
    } catch (error) {
      return refuse((error as Error).message);
    }
  };
  const { positionals, values: given }: { positionals: string[]; values: Record<string, unknown> } = read();
  if (positionals.length < min) refuse('An argument is missing.');
  if (positionals.includes('')) refuse('An argument is empty.');
  if (positionals.length > max) refuse(`Unexpected argument: ${positionals[max]}`);
  return {
    positionals,
    has: (name: Flag) => given[name] === true,
    option: (name: Value) => given[name] as string | undefined,
    refuse,
    /** The entry of that name in a table of commands. */
    choose: <T>(table: Readonly<Record<string, T>>, name: string): T =>
      Object.hasOwn(table, name) ? table[name]! : refuse(`Unknown name: ${name}`),
  };
}
