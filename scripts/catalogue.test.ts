import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@glasshouse/protocol/locales';
import { expect, test } from 'vitest';
import { allWords, type Tree } from '../words/read.ts';
import { root } from './run.ts';

const specification = readFileSync(join(root, 'docs/specification.md'), 'utf8');
const catalogue = specification.slice(specification.indexOf('## 8.'), specification.indexOf('## 9.'));

const textsIn = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? value : textsIn(value)));
const textsOf = (locale: Locale) => [...textsIn(allWords('app', locale)), ...textsIn(allWords('server', locale))];
/** The normalized text. Names of placeholders do not matter. */
const plain = (text: string) => text.toLowerCase().replace(/\{\w+\}/g, '{}');

test('the app has every text of the error catalogue, verbatim', () => {
  const quoted = [...catalogue.matchAll(/'([^']+)'/g)].map(([, text]) => text!);
  const [, done] = /Success messages: (.*)\./.exec(catalogue)!;
  const [, wrong] = /User-facing texts: (.*?), wrong email;/.exec(catalogue)!;
  const wanted = [...quoted, ...done!.split(', '), ...wrong!.split(', ')];
  expect(wanted.length).toBeGreaterThan(25);
  const said = textsOf('en-US').map(plain);
  // A sentence may contain more than the label. The specification's "invite code" has one name here.
  const isSaid = (text: string) =>
    said.some((one) => one.startsWith(plain(text).replace(/^invite code/, 'invitation code')));
  expect(wanted.filter((text) => !isSaid(text))).toEqual([]);
  expect(isSaid('This is said nowhere')).toBe(false);
});

test('toasts have the specified texts in Chinese too', () => {
  for (const word of ['加载中...', '成功', '失败']) expect(textsOf('zh-CN')).toContain(word);
});
