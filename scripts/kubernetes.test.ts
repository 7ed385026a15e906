import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Deployment, StatefulSet } from 'kubernetes-types/apps/v1.d.ts';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import type { ConfigMap, Service } from 'kubernetes-types/core/v1.d.ts';
import type { LabelSelector } from 'kubernetes-types/meta/v1.d.ts';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { isBusRole, type RoleName } from '../server/src/platform/runtime/bus-access.ts';
import { type Manifest, render } from './kustomize.ts';
import { root } from './run.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const example = join(root, 'deploy/kubernetes/overlays/example');
const manifests = render(example);
const all = <T>(...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind)) as T[];
const nameOf = ({ metadata }: { metadata?: { name?: string } }) => metadata!.name!;

const roles = all<Deployment>('Deployment');
const workloads = all<Deployment | StatefulSet | Job>('Deployment', 'StatefulSet', 'Job');
const podOf = (workload: Deployment | StatefulSet | Job) => workload.spec!.template.spec!;
const labelsOf = (workload: Deployment | StatefulSet | Job) => workload.spec!.template.metadata!.labels!;
const dataOf = (name: string) => all<ConfigMap>('ConfigMap').find((map) => nameOf(map) === name)!.data!;

type Compose = {
  services: Record<
    string,
    { environment?: Record<string, string>; secrets?: string[]; command?: string[]; volumes?: string[] }
  >;
};
const compose: Compose = parse(read('deploy/one-machine/compose.yaml'), { merge: true });
const told = parseEnv(read('deploy/one-machine/site.env.example'));

/**
 * Violations of the Kubernetes API: TypeScript checks each manifest as a literal, which refuses unknown fields at any
 * depth.
 */
function faultsOf(looked: unknown[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-kubernetes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = (looked as Manifest[]).map(({ apiVersion, kind, ...rest }, index) => {
    const [version, group = 'core'] = apiVersion.split('/').reverse() as [string, string?];
    const place = join(root, 'node_modules/kubernetes-types', group.split('.')[0]!, version);
    const literal = JSON.stringify({ apiVersion, kind, ...rest });
    return `export const one${index}: import('${place}').${kind} = ${literal};`;
  });
  writeFileSync(join(folder, 'looked.ts'), lines.join('\n'));
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], module: 'preserve', target: 'esnext' };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['looked.ts'], include: [] }),
  );
  const { status, stdout, error } = spawnSync('tsc', ['-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const faults = stdout?.split('\n').filter((line) => line.startsWith('looked.ts')) ?? [];
  if (status !== 0 && faults.length === 0) throw error ?? new Error(stdout);
  return faults;
}

test('every manifest conforms to the API of Kubernetes 1.30', () => {
  expect(manifests.length).toBeGreaterThan(40);
  expect(faultsOf(manifests)).toEqual([]);
  const ids = manifests.map((one) => `${one.kind} ${nameOf(one)}`);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('an unknown field, a wrong type, a missing field and an unknown kind are refused', () => {
  const spoilt = (spoil: (deployment: Deployment) => void) => {
    const one = structuredClone(roles[0]!);
    spoil(one);
    return one;
  };
  const faults = faultsOf([
    spoilt(() => {}),
    spoilt((one) => Object.assign(podOf(one).containers[0]!.securityContext!, { readOnlyRootFileSystem: true })),
    spoilt((one) => Object.assign(one.spec!, { replicas: '2' })),
    spoilt((one) => Reflect.deleteProperty(one.spec!, 'selector')),
    { ...roles[0]!, kind: 'Deploymant' },
  ]);
  const lines = faults.map((fault) => Number(/looked\.ts\((\d+),/.exec(fault)?.[1]));
  expect(new Set(lines)).toEqual(new Set([2, 3, 4, 5]));
});

test('each role has the same command, settings, secrets and volumes as in compose, and nothing more', () => {
  const { environment } = compose.services.api!;
  const fill = (value: string) => value.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => told[name]!);
  const said = Object.entries(environment!).map(([name, value]) => [name, fill(value)]);
  expect({ ...dataOf('common'), ...dataOf('site') }).toEqual(Object.fromEntries(said));

  const theirs = Object.entries(compose.services).filter(([, { command }]) => command?.[0]?.startsWith('server/'));
  const own = [...roles, ...all<Job>('Job').filter((job) => nameOf(job) === 'migrate')];
  expect(own.map(nameOf).sort()).toEqual(theirs.map(([name]) => name).sort());
  for (const workload of own) {
    const { command, secrets, volumes = [] } = compose.services[nameOf(workload)]!;
    const pod = podOf(workload);
    const [container, ...more] = pod.containers;
    expect(more).toEqual([]);
    expect(container!.args).toEqual(command);
    const items = pod.volumes!.flatMap(({ secret }) => secret?.items ?? []);
    expect(items).toEqual(secrets!.map((name) => ({ key: name, path: name })));
    // Environment variables are readable in more places than files.
    expect(container!.env).toBeUndefined();
    // The connection strings expect PostgreSQL's certificate where this ConfigMap, created by the page, is mounted.
    expect(pod.volumes).toContainEqual({ name: 'postgres', configMap: { name: 'postgres' } });
    const trusted = { name: 'postgres', mountPath: '/etc/postgres', readOnly: true };
    expect(container!.volumeMounts).toContainEqual(trusted);
    const mounts = container!.volumeMounts!.filter(({ name }) => !['secrets', 'tmp', 'postgres'].includes(name));
    expect(mounts.map((one) => `${one.name}:${one.mountPath}${one.readOnly ? ':ro' : ''}`)).toEqual(volumes);
  }
});

test('the Secret contains exactly what the pods use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-kubernetes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'secrets/SMTP_URL'), '');
  expect(spawnSync(process.execPath, ['scripts/secrets.ts', join(folder, 'secrets')], { cwd: root }).status).toBe(0);
  const [, command] = /create secret generic glasshouse (\$\(.*\))$/m.exec(read('docs/how-to/install-kubernetes.md'))!;
  const { stdout } = spawnSync('sh', ['-c', `echo ${command}`], { cwd: folder, encoding: 'utf8' });
  const files = workloads
    .flatMap((workload) => podOf(workload).volumes ?? [])
    .flatMap(({ secret }) => secret?.items ?? []);
  const variables = workloads
    .flatMap((workload) => podOf(workload).containers[0]!.env ?? [])
    .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
  const keys = new Set([...files, ...variables].map(({ key }) => `--from-file=secrets/${key}`));
  expect(stdout.trim().split(' ').sort()).toEqual([...keys].sort());
});

test('no container runs as root, can become root, writes outside volumes or reaches the cluster API', () => {
  for (const workload of workloads) {
    const pod = podOf(workload);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod.initContainers).toBeUndefined();
    for (const { securityContext, resources } of pod.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources!.limits!.memory).toBeDefined();
    }
  }
});

test('every role has at least two pods, of which one may be down, and time to stop', () => {
  const scaled = new Map(
    all<HorizontalPodAutoscaler>('HorizontalPodAutoscaler').map(({ spec }) => [
      spec!.scaleTargetRef.name,
      spec!.minReplicas!,
    ]),
  );
  const stopWithin = Number(/stopWithin = (\d+)_000/.exec(read('server/src/main.ts'))![1]);
  for (const role of roles) {
    // A replica count next to the autoscaler's would reset it at every apply.
    expect([role.spec!.replicas, scaled.get(nameOf(role))].filter((count) => count !== undefined)).toHaveLength(1);
    expect(role.spec!.replicas ?? scaled.get(nameOf(role))!).toBeGreaterThanOrEqual(2);
    const pod = podOf(role);
    const { sleep } = pod.containers[0]!.lifecycle!.preStop!;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(sleep!.seconds + stopWithin);
  }
  const budgets = all<PodDisruptionBudget>('PodDisruptionBudget');
  expect(budgets.map(nameOf).sort()).toEqual([...roles.map(nameOf), 'nats'].sort());
  for (const { spec, metadata } of budgets) {
    expect(spec!.maxUnavailable).toBe(1);
    expect(chosenBy(spec!.selector!)).toEqual([metadata!.name]);
  }
});

/** The workloads whose pods a selector matches. */
const chosenBy = ({ matchLabels = {}, matchExpressions = [] }: LabelSelector) =>
  workloads
    .filter((workload) => {
      const labels = labelsOf(workload);
      const fits = matchExpressions.every((one) => one.operator === 'In' && one.values!.includes(labels[one.key]!));
      return fits && Object.entries(matchLabels).every(([name, value]) => labels[name] === value);
    })
    .map(nameOf)
    .sort();

test('every referenced object exists', () => {
  const names = (kind: string) => new Set(all<Manifest>(kind).map(nameOf));
  for (const workload of workloads) {
    const { selector } = workload.spec!;
    if (selector) expect(chosenBy(selector)).toEqual([nameOf(workload)]);
    const { containers, volumes = [] } = podOf(workload);
    const [{ volumeMounts = [], envFrom = [], image }] = containers as [(typeof containers)[0]];
    expect(volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort());
    const maps = envFrom.map(({ configMapRef }) => configMapRef!.name!);
    expect(maps.filter((name) => !names('ConfigMap').has(name))).toEqual([]);
    const claims = volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []);
    expect(claims.filter((name) => !names('PersistentVolumeClaim').has(name))).toEqual([]);
    expect(image).toMatch(/^registry\.example\/glasshouse-\w+@sha256:/);
  }
  const services = new Map(
    all<Service>('Service').map(({ metadata, spec }) => [metadata!.name!, spec!.ports!.map(({ port }) => port)]),
  );
  for (const { spec } of all<Service>('Service')) expect(chosenBy({ matchLabels: spec!.selector! })).toHaveLength(1);
  const doors = all<Ingress>('Ingress')
    .flatMap(({ spec }) => spec!.rules!)
    .flatMap(({ http }) => http!.paths.map(({ backend }) => backend.service!));
  expect(doors.map(({ name }) => name)).toEqual(['push', 'api', 'office']);
  for (const { name, port } of doors) expect(services.get(name)).toContain(port!.number);
});

test('only the intended pods reach NATS, the ops ports, the beacon and PostgreSQL', () => {
  const policies = all<NetworkPolicy>('NetworkPolicy').map(({ spec }) => spec!);
  const everyRole = roles.map(nameOf).sort();
  const everybody = workloads.map(nameOf).sort();
  /**
   * The workloads of this namespace that may connect to a port of a workload. Callers from outside are given by the
   * label of their namespace.
   */
  const callers = (port: number) =>
    policies.flatMap(({ podSelector, ingress = [] }) =>
      ingress
        .filter(({ ports }) => ports!.some((one) => one.port === port))
        .flatMap(({ from }) => from!)
        .map((peer) => ({
          at: chosenBy(podSelector),
          from: peer.podSelector ? chosenBy(peer.podSelector) : Object.keys(peer.namespaceSelector!.matchLabels!),
        })),
    );
  const leave = (port: number) =>
    policies
      .filter(({ egress = [] }) => egress.some(({ ports }) => ports!.some((one) => one.port === port)))
      .flatMap(({ podSelector }) => chosenBy(podSelector))
      .sort();
  expect(policies[0]).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  const onBus = everyRole.filter((role) => isBusRole(role as RoleName));
  expect(callers(4222)).toEqual([{ at: ['nats'], from: onBus }]);
  expect(callers(6222)).toEqual([{ at: ['nats'], from: ['nats'] }]);
  expect(callers(4101)).toEqual([{ at: everyRole, from: ['glasshouse-watch'] }]);
  expect(callers(4103)).toEqual([{ at: ['beacon'], from: ['feed'] }]);
  for (const port of [4100, 4102, 4110])
    expect(callers(port)).toEqual([{ at: ['api', 'office', 'push'], from: ['glasshouse-door'] }]);
  expect(leave(53)).toEqual(everybody);
  expect(leave(5432)).toEqual([...everyRole, 'migrate'].sort());
  expect(leave(4222)).toEqual(onBus);
  expect(leave(4103)).toEqual(['feed']);
  expect(leave(443)).toEqual(['log']);
  expect(leave(587)).toEqual(['worker']);
});

test('NATS servers authenticate each other with a password, and clients as users of the secrets', () => {
  const nats = workloads.find((workload) => nameOf(workload) === 'nats')!;
  const { command, env } = podOf(nats).containers[0]!;
  const urls = command!.flatMap((word) => word.match(/nats:\/\/[^,]+/g) ?? []);
  expect(urls).toHaveLength(4);
  for (const url of urls) expect(url).toMatch(/^nats:\/\/route:\$\(PASSWORD\)@/);
  const ref = { secretKeyRef: { name: 'glasshouse', key: 'NATS_ROUTE_PASSWORD' } };
  expect(env).toContainEqual({ name: 'PASSWORD', valueFrom: ref });
  expect(command).toContain('--config=/etc/glasshouse/nats.conf');
  const conf = dataOf('nats')['nats.conf']!;
  expect(conf).toContain('include ../../run/secrets/NATS_USERS\n');
  expect(conf.match(/tls \{/g)).toHaveLength(2);
  expect(conf).toMatch(/cluster \{[^}]*verify: true/);
});

test('PostgreSQL and NATS are reached over TLS only', () => {
  expect(dataOf('common').NATS_URL).toMatch(/^tls:/);
  const page = read('docs/how-to/install-kubernetes.md');
  expect(page).toContain('?sslmode=verify-full&sslrootcert=/etc/postgres/ca.crt');
  expect(page).toContain('HOST:5432 --trust /etc/postgres/ca.crt');
  expect(page).toContain('create configmap postgres --from-file=ca.crt=');
});
