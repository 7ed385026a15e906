import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillIn } from '../deploy/three-machines/fill.ts';
import { root } from '../scripts/run.ts';
import { isBusRole, natsUsers, newSeed, roleNames, seedLine } from '../server/src/platform/runtime/bus-access.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { newCertificate } from '../server/src/platform/security/new-certificate.ts';
import { setprivArgs, startChild } from '../server/test/child.ts';

// Three machines, each a network namespace with its own address on an isolated bridge. They run the files of
// `deploy/three-machines`, filled in as from `machine.env`.

const names = ['one', 'two', 'three'] as const;
type Name = (typeof names)[number];
const diskMegabytes = 2048;
type Command = { program: string; args: string[]; env?: Record<string, string>; as?: string };

export type Machine = {
  name: Name;
  address: string;
  folder: string;
  /** Starts a program on the machine, or restarts it if it ran before. Its output goes to a file of its name. */
  start: (what: string, command?: Command) => void;
  kill: (what: string, signal: NodeJS.Signals) => void;
  runs: (what: string) => boolean;
  /** Writes a file of deploy/three-machines, filled in, and returns its path. */
  fill: (file: string) => string;
  cut: () => void;
  join: () => void;
};
export type Machines = {
  all: Machine[];
  secrets: Record<string, string>;
  /** Each role's NATS credentials, as environment variables. */
  seeds: Partial<Record<string, Record<string, string>>>;
  /** The certificate of PostgreSQL that clients must check. */
  trust: string;
  close: () => void;
};

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });
const quietly = (...args: string[]) => {
  try {
    ip(...args);
  } catch {
    // It did not exist.
  }
};
const postgres = () => Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));

/** Needs root, because it creates namespaces and runs PostgreSQL in them as its own user. */
export function openMachines(): Machines {
  const network = `10.${200 + (process.pid % 50)}.${(process.pid >> 6) % 250}`;
  const bridge = `gh${process.pid % 100_000}`;
  const addressOf = (name: Name) => `${network}.${names.indexOf(name) + 1}`;
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-machines-'));
  chmodSync(folder, 0o755);
  const passwords = ['POSTGRES_PASSWORD', 'REPLICATION_PASSWORD', 'PATRONI_PASSWORD', 'NATS_ROUTE_PASSWORD'];
  const seedOf = Object.fromEntries(roleNames.map((role) => [role, newSeed()]));
  const secrets: Record<string, string> = {
    ...Object.fromEntries(passwords.map((name) => [name, randomBytes(16).toString('hex')])),
    NATS_USERS: natsUsers('glasshouse', (role) => seedOf[role]!),
  };
  const certificates = Object.fromEntries(
    ['nats', 'postgres'].map((name) => [
      name,
      newCertificate(`drill ${name}`, [name, 'localhost', '127.0.0.1', ...names.map(addressOf)], systemClock()),
    ]),
  );
  const seeds = Object.fromEntries(
    roleNames.filter(isBusRole).map((role) => {
      const lines = { [seedLine(role)]: seedOf[role]!, NATS_CERTIFICATE: certificates.nats!.certificate };
      return [role, lines];
    }),
  );
  const own = postgres();
  for (const [name, { key, certificate }] of Object.entries(certificates)) {
    writeFileSync(join(folder, `${name}.crt`), certificate, { mode: 0o644 });
    writeFileSync(join(folder, `${name}.key`), key, { mode: 0o600 });
    if (name === 'postgres') chownSync(join(folder, `${name}.key`), own, own);
  }
  quietly('link', 'del', bridge);
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${network}.254/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const all = names.map((name) => openMachine(name, { network, bridge, folder, secrets, addressOf }));
  return {
    all: all.map(({ machine }) => machine),
    secrets,
    seeds,
    trust: join(folder, 'postgres.crt'),
    close: () => {
      for (const { close } of all) close();
      quietly('link', 'del', bridge);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Place = {
  network: string;
  bridge: string;
  folder: string;
  secrets: Record<string, string>;
  addressOf: (name: Name) => string;
};

function openMachine(name: Name, { network, bridge, folder: parent, secrets, addressOf }: Place) {
  const space = `${bridge}-${name}`;
  const cable = `${bridge}${name[0]}${name[1]}`;
  const address = addressOf(name);
  const folder = join(parent, name);
  mkdirSync(folder);
  // A separate disk that can be filled without affecting anything else.
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder]);
  chownSync(folder, postgres(), postgres());
  chmodSync(folder, 0o755);
  quietly('netns', 'del', space);
  ip('netns', 'add', space);
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
  ip('link', 'set', cable, 'master', bridge, 'up');
  for (const args of [
    ['addr', 'add', `${address}/24`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
    ['link', 'set', 'lo', 'up'],
  ])
    ip('-n', space, ...args);
  const told: Record<string, string> = {
    ...{ NAME: name, ADDRESS: address, ONE: addressOf('one'), TWO: addressOf('two'), THREE: addressOf('three') },
    ...{
      NETWORK: `${network}.0/24`,
      CLUSTER: 'new',
      DATA: folder,
      CERTIFICATES: parent,
      SHARED_BUFFERS: '128MB',
      CONNECTIONS: '4000',
      ARCHIVE_COMMAND: '/bin/true',
      RESTORE_COMMAND: '/bin/false',
    },
    ...{ POSTGRES_BIN: execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim(), WATCHDOG: 'off' },
    ...secrets,
  };
  const commands = new Map<string, Command>();
  const running = new Map<string, ChildProcess>();
  const fill = (file: string): string => {
    const path = join(folder, file);
    writeFileSync(path, fillIn(file, told), { mode: 0o644 });
    return path;
  };
  const machine: Machine = {
    name,
    address,
    folder,
    fill,
    start: (what, given) => {
      const command = given ?? commands.get(what);
      if (!command) throw new Error(`${what} was never started on ${name}`);
      commands.set(what, command);
      // Changing the user resets the signal that ends the program with this process, so it is set again.
      const as = command.as ? ['setpriv', ...setprivArgs({ user: command.as })] : [];
      const log = openSync(join(parent, `${name}-${what}.log`), 'a'); // not on a disk that may be full
      const child = startChild('ip', ['netns', 'exec', space, ...as, command.program, ...command.args], {
        cwd: root,
        env: { PATH: `${process.env.PATH}:/usr/sbin`, LANG: 'C.UTF-8', ...told, ...command.env },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      running.set(what, child);
    },
    // `ip netns exec` and `setpriv` are replaced by the program they start.
    kill: (what, signal) => running.get(what)?.kill(signal),
    runs: (what) => {
      const child = running.get(what);
      return child !== undefined && child.exitCode === null && child.signalCode === null;
    },
    cut: () => ip('link', 'set', cable, 'down'),
    join: () => ip('link', 'set', cable, 'up'),
  };
  const close = () => {
    for (const line of execFileSync('ip', ['netns', 'pids', space], { encoding: 'utf8' }).split('\n').filter(Boolean))
      process.kill(Number(line), 'SIGKILL');
    quietly('netns', 'del', space);
    quietly('link', 'del', cable);
    execFileSync('umount', ['--lazy', folder]);
  };
  return { machine, close };
}
