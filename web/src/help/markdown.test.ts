import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blocksOf } from './markdown.tsx';

describe('our subset of Markdown', () => {
  it('distinguishes headings, paragraphs and both kinds of list', () => {
    expect(blocksOf('## Title\n\nOne\ntwo\n\n- a\n- b\n\n1. x\n2. y\n')).toEqual([
      { kind: 'heading', text: 'Title' },
      { kind: 'paragraph', text: 'One two' },
      { kind: 'bullets', items: ['a', 'b'] },
      { kind: 'numbers', items: ['x', 'y'] },
    ]);
  });

  it('reads a table', () => {
    expect(blocksOf('| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |')).toEqual([
      {
        kind: 'table',
        head: ['A', 'B'],
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
      },
    ]);
  });

  it('reads a paragraph that only begins like a list as a paragraph', () => {
    expect(blocksOf('- a\nand more')).toEqual([{ kind: 'paragraph', text: '- a and more' }]);
  });

  it('supports everything the texts use', () => {
    const folder = new URL('./text/', import.meta.url);
    for (const file of readdirSync(folder)) {
      const blocks = blocksOf(readFileSync(new URL(file, folder), 'utf8'));
      const textsOf = (kind: 'paragraph' | 'heading') =>
        blocks.flatMap((block) => (block.kind === kind && 'text' in block ? [block.text] : []));
      expect(textsOf('paragraph').length, file).toBeGreaterThan(0);
      for (const text of textsOf('paragraph')) {
        expect(text, file).not.toMatch(/^(#|- |\d+\. |\||>|```)/);
        expect(text, file).not.toMatch(/(^|\s)_\S/);
      }
      for (const text of textsOf('heading')) expect(text, file).not.toContain('\n');
    }
  });
});
