import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { inDatabase, urlFor } from '../server/database/prepare.ts';
import { documentedMetrics } from '../server/test/documented.ts';
import { newWorld } from '../server/test/world.ts';
import { alertCases } from './alert-cases.ts';
import { dashboards } from './draw-dashboards.ts';
import { root } from './run.ts';

const run = promisify(execFile);
const promtool = '/usr/local/bin/promtool'; // installed here by scripts/services.sh
const hasPromtool = (() => {
  try {
    return execFileSync(promtool, ['--version']).length > 0;
  } catch {
    return false;
  }
})();

type Rule = { alert: string; expr: string; labels: Record<string, string>; annotations: Record<string, string> };
const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8');
const rules: Rule[] = parse(alerts).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);
const named = new Map(rules.map((rule) => [rule.alert, rule]));

const known = new Set(
  documentedMetrics().flatMap(({ name, type }) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
  ),
);
/** The metrics of an expression: names outside of label lists that are neither functions nor keywords. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-zA-Z_]\w*(?!\w*\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'unless', 'bool', 'offset', 'le'].includes(name));
}

const runbooks = globSync('docs/runbooks/*.md', { cwd: root }).filter((path) => basename(path) !== 'README.md');

test('every alert has a runbook and a severity, and every runbook an alert', () => {
  expect(named.size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect([alert, annotations.runbook]).toEqual([alert, `docs/runbooks/${alert}.md`]);
    expect(annotations.summary).toMatch(/^[A-Z].*\.$/);
    expect(['page', 'ticket']).toContain(labels.severity);
  }
  expect(runbooks.map((path) => basename(path, '.md')).toSorted()).toEqual([...named.keys()].toSorted());
});

test.each(runbooks)('%s has all sections: meaning, checks, fix and expected result', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const headings = [...text.matchAll(/^#+ .*$/gm)].map(([heading]) => heading);
  const parts = ['## What it means', '## Check', '## Fix', '## Afterwards'];
  // Commands may contain comments that look like headings.
  expect(headings.filter((heading) => heading.startsWith('## '))).toEqual(parts);
  expect(text).toMatch(/## Check\n\n```\n[^`]+\n```\n/);
  const used = [...text.matchAll(/\bglasshouse_\w+/g)].map(([name]) => name);
  const ours = [...known, ...documentedMetrics().map(({ name }) => name)];
  const roles = ['glasshouse_app', 'glasshouse_settle', 'glasshouse_log_'];
  expect(used.filter((name) => !ours.includes(name) && !roles.includes(name))).toEqual([]);
});

test('PostgreSQL accepts every SQL statement in the runbooks', async () => {
  const world = await newWorld();
  const asked = runbooks.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const commands = [...text.matchAll(/^psql "\$DB" -c "(.*)"$/gm)];
    // In sentences, words in capitals are placeholders.
    const told = [...text.matchAll(/`((?:select|update) [^`]*)`/g)];
    return [...commands, ...told].map(([, statement]) => ({
      path,
      statement: statement!.replace(/\bPID\b/, '0').replace('...', '0'),
    }));
  });
  expect(asked.length).toBeGreaterThan(25);
  const refused: string[] = [];
  for (const { path, statement } of asked)
    await inDatabase(urlFor(world.database, 'postgres'), `explain ${statement}`).catch((error) =>
      refused.push(`${path}: ${error.message}: ${statement}`),
    );
  expect(refused).toEqual([]);
});

test('alerts use documented metrics', () => {
  expect(metricsIn('sum by (le) (rate(a_bucket{code="5"}[5m])) > 0.01 * max(b) or on (x) c')).toEqual([
    'a_bucket',
    'b',
    'c',
  ]);
  for (const { alert, expr } of rules)
    expect([alert, metricsIn(expr).filter((name) => !known.has(name))]).toEqual([alert, []]);
});

const expressions = dashboards.flatMap(({ title, panels }) =>
  panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ title, panel: panel.title, expr }))),
);

test('dashboards use documented metrics, and their files are generated from scripts/draw-dashboards.ts', () => {
  for (const { panel, expr } of expressions)
    expect([panel, metricsIn(expr).filter((name) => !known.has(name))]).toEqual([panel, []]);
  for (const { uid, ...board } of dashboards) {
    const file = JSON.parse(readFileSync(join(root, `deploy/grafana/${uid}.json`), 'utf8'));
    expect(file).toEqual({ uid, ...board });
  }
});

test('every role is scraped', () => {
  const { scrape_configs: scraped, rule_files: files } = parse(
    readFileSync(join(root, 'deploy/prometheus/prometheus.yml'), 'utf8'),
  );
  expect(scraped.map(({ job_name: name }: { job_name: string }) => name)).toEqual(['glasshouse', 'machine']);
  expect(files).toEqual(['alerts.yml']);
});

const directory = () => {
  const made = mkdtempSync(join(tmpdir(), 'sight-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

test.runIf(hasPromtool)('the configuration, the rules and all dashboard expressions are valid', async () => {
  const file = join(directory(), 'panels.json');
  const panels = expressions.map(({ expr }, place) => ({ record: `panel:${place}`, expr }));
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: panels }] }));
  await run(promtool, ['check', 'config', join(root, 'deploy/prometheus/prometheus.yml')]);
  await run(promtool, ['check', 'rules', file]);
});

/** A promtool test of one rule, with one time at which it fires and one at which it does not. */
function writeCase(into: string, rule: Rule): string {
  const { fires, silent, at = '10m', labels = {} } = alertCases[rule.alert]!;
  const told = { exp_labels: { ...rule.labels, ...labels }, exp_annotations: rule.annotations };
  const cases = [
    { series: fires, exp_alerts: [told] },
    { series: silent, exp_alerts: [] },
  ];
  const [rules, file] = [join(into, `${rule.alert}.rule.json`), join(into, `${rule.alert}.json`)];
  writeFileSync(rules, JSON.stringify({ groups: [{ name: rule.alert, rules: [rule] }] }));
  const tests = cases.map(({ series, exp_alerts }) => ({
    interval: '15s',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [{ eval_time: at, alertname: rule.alert, exp_alerts }],
  }));
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '15s', tests }));
  return file;
}

test('there is a case for every alert', () => {
  expect(Object.keys(alertCases).toSorted()).toEqual([...named.keys()].toSorted());
});

test.runIf(hasPromtool)('each alert fires once and stays silent once', async () => {
  const into = directory();
  const files = rules.map((rule) => writeCase(into, rule));
  await run(promtool, ['test', 'rules', ...files]).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`);
  });
});
