import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { makeFolder } from '../server/test/child.ts';
import { parts } from './mutant-parts.ts';
import { root, run } from './run.ts';

const { positionals: asked, choose } = readArguments({
  usage: 'npm run mutants [-- PART...]',
  about: `Changes code that decides about money in hundreds of small ways, in a copy of the tree, and reports the changes that no test notices.
Parts: ${Object.keys(parts).join(' ')}`,
  takes: [0, Number.POSITIVE_INFINITY],
});
for (const name of asked) choose(parts, name);

type Report = { files: Record<string, { mutants: { status: string }[] }> };

/** For each file, the number of mutants per result. The totals are in the last line. */
function table({ files }: Report, name: string, minutes: string): string {
  const rows = Object.entries(files).map(([file, { mutants }]) => {
    const count = (status: string) => mutants.filter((mutant) => mutant.status === status).length;
    const [killed, survived, timeout] = [count('Killed'), count('Survived') + count('NoCoverage'), count('Timeout')];
    return { file, killed, survived, timeout, all: killed + survived + timeout };
  });
  const sum = (key: 'killed' | 'survived' | 'timeout' | 'all') => rows.reduce((total, row) => total + row[key], 0);
  const share = ((100 * (sum('all') - sum('survived'))) / sum('all')).toFixed(1);
  return [
    '| file | mutants | killed | timeout | survived |\n|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.file} | ${row.all} | ${row.killed} | ${row.timeout} | ${row.survived} |`),
    `mutants ${name}: ${sum('all')}, killed ${sum('killed')}, timeout ${sum('timeout')}, survived ${sum('survived')}: ${share} % noticed in ${minutes} minutes`,
  ].join('\n');
}

async function tryPart(name: string): Promise<number> {
  const { mutate } = parts[name]!;
  const began = performance.now();
  const { folder: copy, remove } = await makeFolder('glasshouse-mutants-');
  const left = ['node_modules', '.git', 'artifacts', '.tsc'].map((folder) => `--exclude=./${folder}`).join(' ');
  const steps = [
    `cp -al ${root}node_modules ${copy}/node_modules`, // linked, because nothing writes there
    `tar -C ${root} ${left} -cf - . | tar -C ${copy} -xf -`,
  ];
  try {
    for (const step of steps) {
      const { code, output } = await run('sh', ['-c', step]);
      if (code !== 0) throw new Error(output);
    }
    const config = join(copy, 'stryker.config.json');
    await writeFile(config, JSON.stringify({ ...JSON.parse(await readFile(config, 'utf8')), mutate }));
    const { code } = await run('stryker', ['run'], {
      cwd: copy,
      show: true,
      env: { ...process.env, MUTANTS: name },
    });
    const report = join(copy, 'artifacts/mutation.json');
    console.log(
      table(JSON.parse(await readFile(report, 'utf8')), name, ((performance.now() - began) / 60_000).toFixed(1)),
    );
    await mkdir(join(root, 'artifacts'), { recursive: true });
    await copyFile(report, join(root, `artifacts/mutants-${name}.json`));
    return code;
  } finally {
    await remove();
  }
}

for (const name of asked.length > 0 ? asked : Object.keys(parts)) if ((await tryPart(name)) !== 0) process.exitCode = 1;
