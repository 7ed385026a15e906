import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/**
 * Whether the caller at an address, this many hops away, is our own proxy, so that the previous hop it reports can be
 * trusted.
 */
export type Trust = (address: string, hop: number) => boolean;

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Parses `2` (the number of proxies in front of us) or `10.0.0.0/8, ::1` (the proxies' addresses); undefined if it is
 * neither.
 */
export function readTrust(text: string): Trust | undefined {
  if (/^\d$/.test(text)) return (_, hop) => hop < Number(text);
  const ours = new BlockList();
  for (const part of text.split(',')) {
    const [, address, bits] = /^\s*([\da-f.:]+)(?:\/(\d{1,3}))?\s*$/i.exec(part) ?? [];
    const most = address && isIP(address) ? (family(address) === 'ipv6' ? 128 : 32) : 0;
    const prefix = Number(bits ?? most);
    if (most === 0 || prefix > most) return undefined;
    ours.addSubnet(address!, prefix, family(address!));
  }
  return (address) => isIP(address) !== 0 && ours.check(address, family(address));
}

// A dual-stack socket reports IPv4 addresses as IPv6.
const plain = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/**
 * The address a request comes from. X-Forwarded-For is read from its end, where our own proxies write, and only as far
 * as trusted proxies go: the caller wrote the rest. All code that needs an address calls this.
 */
export function addressOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, trusts: Trust): string {
  const said = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = plain(socket.remoteAddress ?? 'unknown');
  for (let hop = 0; trusts(address, hop); hop++) {
    const before = plain(said.at(-1 - hop)?.trim() ?? '');
    if (!isIP(before)) break;
    address = before;
  }
  return address;
}

/**
 * The part of an address that a household or office shares: all of IPv4, also inside IPv6, and the first half of IPv6.
 * Every notation of a network gives the same text; a text that is not an address is returned as it is.
 */
export function network(address: string): string {
  const [bare = ''] = address.trim().toLowerCase().split('%', 1); // without the name of our own interface
  if (isIP(bare) !== 6) return bare;
  const groups = groupsOf(bare);
  const [six, seven] = groups.slice(6) as [number, number];
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return [six >> 8, six & 255, seven >> 8, seven & 255].join('.');
  const first = groups.slice(0, 4).map((group) => group.toString(16));
  return `${first.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. `::` stands for the missing zeros, and the last two may be written as IPv4. */
function groupsOf(address: string): number[] {
  const [head, tail] = address.split('::').map((part) =>
    part.split(':').flatMap((group) => {
      if (group === '') return [];
      if (!group.includes('.')) return [Number.parseInt(group, 16)];
      const [a, b, c, d] = group.split('.').map(Number) as [number, number, number, number];
      return [a * 256 + b, c * 256 + d];
    }),
  ) as [number[], number[]?];
  return tail ? [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail] : head;
}
