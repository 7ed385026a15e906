import { listSessions, login } from '@glasshouse/protocol/session/calls';
import { expect, test } from 'vitest';
import { createAuthenticate } from '#people/session/session.ts';
import { newBrowser, newWorld, password } from '../../../test/world.ts';
import { addressOf, network, readTrust } from './addresses.ts';
import { buildApp } from './app.ts';

const from = (remoteAddress: string, forwarded: string | undefined, trust: string) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return addressOf({ headers, socket: { remoteAddress } as never }, readTrust(trust)!);
};

test('an address claimed by the caller has no effect, whatever proxies are in front of the server', () => {
  expect(from('203.0.113.7', '6.6.6.6', '0')).toBe('203.0.113.7');
  expect(from('10.0.0.1', '6.6.6.6, 203.0.113.7', '1')).toBe('203.0.113.7');
  expect(from('10.0.0.1', '6.6.6.6, 7.7.7.7, 203.0.113.7, 10.0.0.2', '2')).toBe('203.0.113.7');
  expect(from('10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', '10.0.0.0/8')).toBe('203.0.113.7');
  expect(from('203.0.113.7', '6.6.6.6, 10.0.0.2', '10.0.0.0/8')).toBe('203.0.113.7'); // not through our proxy
  expect(from('::ffff:10.0.0.1', '6.6.6.6,2001:db8::7', '10.0.0.0/8, ::1')).toBe('2001:db8::7');
  expect(from('10.0.0.1', undefined, '3')).toBe('10.0.0.1');
  expect(from('10.0.0.1', '<script>', '1')).toBe('10.0.0.1');
  expect(from('10.0.0.1', '6.6.6.6, ', '1')).toBe('10.0.0.1');
});

test('trusted proxies are configured by number or by address', () => {
  for (const wrong of ['', 'true', '-1', '10', '10.0.0.0/33', '::/129', '10.0.0', 'proxy.example', '10.0.0.1,'])
    expect(readTrust(wrong), wrong).toBeUndefined();
});

test('calls of one network are counted together, in any notation of its address', () => {
  for (const one of ['2001:db8::1', '2001:0DB8:0:0:1::', '2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8::192.0.2.1'])
    expect(network(one), one).toBe('2001:db8:0:0::/64');
  expect(network('2001:db8:0:1::1')).toBe('2001:db8:0:1::/64');
  expect(network('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(network('::1')).toBe('0:0:0:0::/64');
  expect(network('1:2:3:4:5:6:7:8')).toBe('1:2:3:4::/64');
  expect(network('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(network('192.0.2.1')).toBe('192.0.2.1');
  expect(network('unknown')).toBe('unknown');
});

test('a session shows the real address of its user, not the claimed one', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const addressThrough = async (trust: string) => {
    const app = await buildApp({
      ...world,
      config: { ...world.config, TRUST_PROXY: readTrust(trust)! },
      door: { cookie: 'glasshouse_session', authenticate: createAuthenticate(world.db) },
    });
    const browser = newBrowser(app);
    await browser.raw(login, { account: ann.phone, password }, { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' });
    const { data } = await browser.call(listSessions, {});
    await app.close();
    return data.list.find(({ current }) => current)?.address;
  };
  expect(await addressThrough('0')).toBe('127.0.0.1');
  expect(await addressThrough('1')).toBe('203.0.113.7');
  expect(await addressThrough('127.0.0.0/8')).toBe('203.0.113.7');
  expect(await addressThrough('10.0.0.0/8')).toBe('127.0.0.1');
});

test("all notations of a network's addresses give the same text", () => {
  const same = [
    ['2001:db8::1', '2001:0db8:0000:0000:ffff::', '2001:DB8:0:0:1:2:3:4', '2001:db8::1.2.3.4', '2001:db8::2%eth0'],
    ['1.2.3.4', '::ffff:1.2.3.4', '::FFFF:102:304', '0:0:0:0:0:ffff:1.2.3.4', ' 1.2.3.4 '],
    ['fe80::1', 'fe80::1%lo', 'fe80:0:0:0:a::'],
    ['::1', '::2', '0:0:0:0::'],
    ['2001:db8:1:2::', '2001:db8:1:2:3::', '2001:db8:1:2:3:4:5:6'],
    ['::1:2:3:4:5:6', '0:0:1:2:ffff:ffff:ffff:ffff'],
  ];
  const names = same.map((addresses) => new Set(addresses.map(network)));
  for (const [i, found] of names.entries()) expect([...found], String(same[i])).toHaveLength(1);
  expect(new Set(names.map((found) => [...found][0])).size).toBe(same.length);
});

test('different networks stay different, and text that is not an address is kept', () => {
  const apart = ['2001:db8::', '2001:db8:0:1::', '2001:db8:1::', '2001:db9::', '10.0.0.1', '10.0.0.2', 'unknown', ''];
  expect(new Set(apart.map(network)).size).toBe(apart.length);
  // Only standard IPv6 forms contain an IPv4 address, or one network could pass for another.
  expect(network('::fffe:1.2.3.4')).not.toBe('1.2.3.4');
  expect(network('1::ffff:1.2.3.4')).not.toBe('1.2.3.4');
});
