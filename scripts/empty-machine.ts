import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must, root, run } from './run.ts';

// A virtual machine of Debian packages only, started by Debian's own init, with its own root, network and processes.
// Needs root.
const name = 'glasshouse_machine';
const folder = join(root, 'artifacts/machine');
export const machineRoot = join(folder, 'root');
const settings = join(folder, 'containers.conf');
const env = { ...process.env, CONTAINERS_CONF: settings };
const debian = ['systemd-sysv', 'dbus', 'ca-certificates'];
const certificates = '/etc/host-certificates.crt';
const podman = (...args: string[]) => must('podman', args, { env });

/** The maximum open files of a process here. A machine inside this one cannot have more. */
export const openFiles = async (): Promise<number> => Number(await must('sh', ['-c', 'ulimit -Hn'])) || 2 ** 20;

/** Creates and starts a new machine, with a copy of the committed files at /srv/glasshouse.git. */
export async function startMachine(): Promise<void> {
  await removeMachine();
  await must('mmdebstrap', ['--variant=minbase', '--quiet', `--include=${debian}`, 'bookworm', machineRoot]);
  await must('git', ['clone', '--quiet', '--bare', root, join(machineRoot, 'srv/glasshouse.git')]);
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  if (trusted) await cp(trusted, join(machineRoot, certificates));
  const files = await openFiles();
  const limits = ['--ulimit', `nofile=${files}:${files}`, '--ulimit', 'nproc=16384:16384'];
  const whole = [
    '--privileged',
    '--systemd=always',
    '--cgroupns=private',
    '--hostname',
    'machine',
    '--stop-timeout',
    '90',
  ];
  await podman('run', '-d', '--name', name, ...whole, ...limits, '--rootfs', machineRoot, '/sbin/init');
}

/** Passes the settings needed to reach Debian's and npm's servers, and nothing else of this environment. */
async function reach(): Promise<string[]> {
  const said = Object.entries(process.env).filter(([line]) => /^(https?|no)_proxy$/i.test(line));
  const registry = await must('npm', ['config', 'get', 'registry', '--silent']);
  const lines = [...said, ['npm_config_registry', registry]];
  if (process.env.NODE_EXTRA_CA_CERTS) lines.push(['NODE_EXTRA_CA_CERTS', certificates]);
  return lines.flatMap(([line, value]) => ['-e', `${line}=${value}`]);
}

/** Runs a command line in a folder as root, with a time limit in minutes. */
export async function type(line: string, where: string, minutes = 30): Promise<{ code: number; output: string }> {
  const shell = ['bash', '-c', line];
  const args = [`${minutes}m`, 'podman', 'exec', ...(await reach()), '-e', 'HOME=/root', '-w', where, name, ...shell];
  return run('timeout', args, { env });
}

/** The machine's address, and the address at which it reaches this host. */
export async function addressOf(): Promise<{ machine: string; here: string }> {
  const form = '{{.NetworkSettings.IPAddress}} {{.NetworkSettings.Gateway}}';
  const [machine, here] = (await podman('inspect', '--format', form, name)).split(' ');
  return { machine: machine!, here: here! };
}

/** Shuts the machine down properly and starts it again. */
export async function restartMachine(): Promise<void> {
  await podman('stop', name);
  await podman('start', name);
}

/** Removes the machine and all of its data. */
export async function removeMachine(): Promise<void> {
  await mkdir(folder, { recursive: true });
  // With older cgroups, crun does not work.
  await writeFile(settings, '[engine]\nruntime = "runc"\n');
  await podman('rm', '-f', '-i', '-t', '5', name);
  await rm(machineRoot, { recursive: true, force: true });
}
