import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const example = parseEnv(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

test('the example is a working configuration', () => {
  expect(readConfig(example)).toMatchObject({
    HTTP_PORT: 4100,
    ORIGINS: ['http://127.0.0.1:4100', 'http://127.0.0.1:5173'],
  });
});

test('a wrong environment is refused with every wrong line named', () => {
  const wrong = { ...example, DATABASE_URL: 'mysql://x', HTTP_PORT: 'many', ORIGINS: undefined };
  expect(() => readConfig(wrong)).toThrow(/DATABASE_URL[\s\S]*HTTP_PORT|HTTP_PORT[\s\S]*DATABASE_URL/);
  expect(() => readConfig(wrong)).toThrow('ORIGINS');
});
