// The steps that a page tells somebody to do, read from the page itself, so that what is tried is what is written.

/** The lines of the `sh` blocks of a section. */
export function stepsOf(page: string, section: string): string[] {
  const [, text = ''] = `\n${page}`.split(`\n## ${section}\n`);
  const blocks = [...text.split('\n## ')[0]!.matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  const lines = blocks.flatMap(([, block]) => block!.split('\n').filter((line) => line.trim() !== ''));
  if (lines.length === 0) throw new Error(`the page has no steps under "${section}"`);
  return lines;
}

/** The steps with what the page leaves to its reader filled in; what the page does not ask for any more is refused. */
export function fillIn(steps: readonly string[], answers: Record<string, string>): string[] {
  const filled = Object.entries(answers).reduce((text, [name, value]) => {
    const asked = new RegExp(`(?<!\\w)${name.replaceAll(/\W/g, '\\$&')}(?!\\w)`, 'g');
    if (!asked.test(text)) throw new Error(`the page does not ask for ${name}`);
    return text.replaceAll(asked, () => value);
  }, steps.join('\n'));
  return filled.split('\n');
}
