import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const example = parseEnv(readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

test('the example is a working configuration', () => {
  expect(readConfig(example)).toMatchObject({
    HTTP_PORT: 4100,
    ORIGINS: ['http://127.0.0.1:4100', 'http://127.0.0.1:5173', 'http://localhost:4100', 'http://localhost:5173'],
  });
});

test('a contact for security reports must be a URI, and is optional', () => {
  const contact = (SECURITY_CONTACT: string) => () => readConfig({ ...example, SECURITY_CONTACT }).SECURITY_CONTACT;
  expect(contact('mailto:a@site.example, https://site.example/report')()).toEqual([
    'mailto:a@site.example',
    'https://site.example/report',
  ]);
  expect(contact('')()).toEqual([]);
  for (const wrong of ['a@site.example', 'http://site.example', 'mailto:a\nPolicy: b'])
    expect(contact(wrong), wrong).toThrow('SECURITY_CONTACT');
});

test('an address without https is refused, except for localhost and developers, and never mixed with https addresses', () => {
  const origins =
    (ORIGINS: string, more = {}) =>
    () =>
      readConfig({ ...example, ORIGINS, ...more });
  expect(origins('https://one.example,https://two.example')).not.toThrow();
  expect(origins('https://one.example,http://two.example')).toThrow('ORIGINS');
  expect(origins('https://one.example,http://127.0.0.1:4100')).toThrow('ORIGINS');
  expect(origins('http://one.example')).toThrow('ORIGINS');
  expect(origins('http://localhost.one.example')).toThrow('ORIGINS');
  expect(origins('http://192.168.0.7:4100', { DEVELOPMENT: '1' })).not.toThrow();
  expect(origins('https://one.example', { OFFICE_ORIGINS: 'http://office.example' })).toThrow('OFFICE_ORIGINS');
});

test('an unreadable setting for trusted proxies is refused', () => {
  expect(() => readConfig({ ...example, TRUST_PROXY: 'yes' })).toThrow('TRUST_PROXY');
  expect(readConfig({ ...example, TRUST_PROXY: undefined }).TRUST_PROXY('127.0.0.1', 0)).toBe(false);
  expect(readConfig({ ...example, TRUST_PROXY: '10.0.0.0/8' }).TRUST_PROXY('10.1.2.3', 5)).toBe(true);
});

test('an invalid environment is refused, with every wrong line named', () => {
  const wrong = { ...example, DATABASE_URL: 'mysql://x', HTTP_PORT: 'many', ORIGINS: undefined };
  expect(() => readConfig(wrong)).toThrow(/DATABASE_URL[\s\S]*HTTP_PORT|HTTP_PORT[\s\S]*DATABASE_URL/);
  expect(() => readConfig(wrong)).toThrow('ORIGINS');
});

test('a key that seals secrets has 32 bytes', () => {
  const key = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
  expect(readConfig({ ...example, FACTOR_SECRET: key(32) }).FACTOR_SECRET).toBe(key(32));
  for (const name of ['FACTOR_SECRET', 'OFFICE_SECRET'])
    for (const wrong of [key(31), key(33), '', 'not base64 at all, however long it may be'])
      expect(() => readConfig({ ...example, [name]: wrong })).toThrow(name);
});

test('recorded prices, whose future is known, can be played only in development', () => {
  const replay = { ...example, TAPE_SOURCE: 'replay', TAPE_REPLAY_FILE: 'tape.csv' };
  expect(() => readConfig(replay)).toThrow(/DEVELOPMENT=1[\s\S]*TAPE_SOURCE/);
  expect(readConfig({ ...replay, DEVELOPMENT: '1' })).toMatchObject({ TAPE_SOURCE: 'replay' });
});
