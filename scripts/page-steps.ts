// Reads the commands of how-to pages, so that tests run exactly what the pages say.

type Section = readonly [page: string, heading: string, only?: number];
/** The sections that `npm run try-page` follows. `only` is the index of the single block to run, if not all. */
export const testedSections: Record<'install' | 'firstBackup' | 'restore' | 'verify', Section> = {
  install: ['docs/how-to/install-one-machine.md', '## Steps'],
  firstBackup: ['docs/how-to/set-up-backups.md', '### Check the first backup'],
  restore: ['docs/how-to/restore.md', '### One machine'],
  verify: ['docs/how-to/restore.md', '## Verify before you open the site', 0],
};

/** The lines of the `sh` blocks below a heading, which is given with its marks. All blocks, or only the one with that index. */
export function stepsOf(page: string, heading: string, only?: number): string[] {
  const [, text = ''] = `\n${page}`.split(`\n${heading}\n`);
  const next = new RegExp(`^#{1,${heading.indexOf(' ')}} `, 'm');
  const blocks = [...text.split(next)[0]!.matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  const wanted = only === undefined ? blocks : blocks.slice(only, only + 1);
  const lines = wanted.flatMap(([, block]) => block!.split('\n').filter((line) => line.trim() !== ''));
  if (lines.length === 0) throw new Error(`the page has no steps under "${heading}"`);
  return lines;
}

/** Fills the answers into the steps. Answers that the page does not ask for are refused. */
export function fillIn(steps: readonly string[], answers: Record<string, string>): string[] {
  const filled = Object.entries(answers).reduce((text, [name, value]) => {
    const asked = new RegExp(`(?<!\\w)${name.replaceAll(/\W/g, '\\$&')}(?!\\w)`, 'g');
    if (!asked.test(text)) throw new Error(`the page does not ask for ${name}`);
    return text.replaceAll(asked, () => value);
  }, steps.join('\n'));
  return filled.split('\n');
}
