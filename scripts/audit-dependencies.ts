import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { run } from './run.ts';

readArguments({
  usage: 'npm run audit-dependencies',
  about: `Asks the npm registry for known vulnerabilities of the packages in package-lock.json. Fails if one is high or critical, and if the
registry cannot answer.`,
});
type Via = string | { title: string; url: string };
type Audit = {
  metadata?: { vulnerabilities: Record<'info' | 'low' | 'moderate' | 'high' | 'critical', number> };
  vulnerabilities?: Record<string, { name: string; severity: string; via: Via[] }>;
  message?: string;
};

const { output } = await run('npm', ['audit', '--json', '--audit-level=high', '--loglevel=silent']);
const audit = readAudit(output);
if (!audit?.metadata) {
  const registry = (await run('npm', ['config', 'get', 'registry', '--loglevel=silent'])).output.trim();
  const why = audit?.message?.split(' - ')[0] ?? output.trim().split('\n').at(-1);
  console.log(`audit-dependencies: NOT CHECKED, the registry ${registry} does not offer audits: ${why}`);
  process.exitCode = 1;
} else {
  const { info, low, moderate, high, critical } = audit.metadata.vulnerabilities;
  for (const { name, severity, via } of Object.values(audit.vulnerabilities ?? {}))
    if (['high', 'critical'].includes(severity)) console.log(`${severity} ${name}: ${via.map(describe).join('; ')}`);
  console.log(`audit-dependencies: high=${high} critical=${critical} below=${info + low + moderate}`);
  process.exitCode = high + critical > 0 ? 1 : 0;
}

/** A vulnerability of the package itself, or the name of a vulnerable dependency. */
function describe(via: Via): string {
  return typeof via === 'string' ? `by ${via}` : `${via.title} ${via.url}`;
}

function readAudit(text: string): Audit | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
