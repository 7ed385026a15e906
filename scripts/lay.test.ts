import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './run.ts';

function newPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-lay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [release, served] = [join(folder, 'release'), join(folder, 'served')];
  return {
    lay: (hashed: string[], page: string) => {
      rmSync(release, { recursive: true, force: true });
      mkdirSync(join(release, 'web/static'), { recursive: true });
      for (const name of hashed) writeFileSync(join(release, 'web/static', name), name);
      writeFileSync(join(release, 'web/index.html'), page);
      execFileSync(process.execPath, [join(root, 'deploy/images/lay.ts'), release, served]);
    },
    /** Makes all existing files this many days older. */
    pass: (days: number) => {
      const then = new Date(Date.now() - days * 24 * 3600 * 1000);
      for (const name of readdirSync(join(served, 'web/static')))
        utimesSync(join(served, 'web/static', name), then, then);
    },
    there: () => readdirSync(join(served, 'web/static')).sort(),
    page: () => readFileSync(join(served, 'web/index.html'), 'utf8'),
    forgetList: () => rmSync(join(served, 'web.files')),
  };
}

test('pages of the previous release find their files for a month after an upgrade, however old that release was', () => {
  const { lay, pass, there, page } = newPlace();
  lay(['a.js', 'same.js'], 'first');
  pass(40);
  lay(['b.js', 'same.js'], 'second');
  expect({ there: there(), page: page() }).toEqual({ there: ['a.js', 'b.js', 'same.js'], page: 'second' });
  pass(40);
  lay(['c.js'], 'third');
  expect({ there: there(), page: page() }).toEqual({ there: ['b.js', 'c.js', 'same.js'], page: 'third' });
});

test("without a list of the previous release's files, no file counts as older", () => {
  const { lay, pass, there, forgetList } = newPlace();
  lay(['a.js'], 'first');
  pass(40);
  forgetList();
  lay(['b.js'], 'second');
  expect(there()).toEqual(['a.js', 'b.js']);
});
