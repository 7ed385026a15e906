import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

// A self-signed certificate (RFC 5280), encoded here because the server's image has no openssl, and Node can read
// certificates but not create them.

const tag = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([type, ...(length < 128 ? [length] : long)]), content]);
};
const sequence = (...parts: readonly Buffer[]) => tag(0x30, ...parts);
const octets = (...parts: readonly Buffer[]) => tag(0x04, ...parts);
const bits = (content: Buffer, unused = 0) => tag(0x03, Buffer.from([unused]), content);
const oid = (hex: string) => tag(0x06, Buffer.from(hex, 'hex'));
const isTrue = tag(0x01, Buffer.from([0xff]));
/** GeneralizedTime for 2050 and later, UTCTime before. */
const time = (date: Date) => {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  return date.getUTCFullYear() < 2050 ? tag(0x17, Buffer.from(text.slice(2))) : tag(0x18, Buffer.from(text));
};

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const extension = (id: string, ...parts: readonly Buffer[]) => sequence(oid(id), ...parts);
const extensions = (names: readonly string[]) =>
  sequence(
    extension('551d13', isTrue, octets(sequence())), // basic constraints: signs nothing but itself
    extension('551d0f', isTrue, octets(bits(Buffer.from([0x80]), 7))), // key usage: digital signatures
    extension('551d25', octets(sequence(oid('2b06010505070301'), oid('2b06010505070302')))), // extended key usage: server and client
    extension('551d11', octets(sequence(...names.map(alternativeName)))),
  );
const alternativeName = (name: string): Buffer =>
  isIP(name) === 4 ? tag(0x87, Buffer.from(name.split('.').map(Number))) : tag(0x82, Buffer.from(name));

const years = 10;

/**
 * A server's key and its certificate for these names and IPv4 addresses, both as PEM. Clients trust this one
 * certificate, so there is no authority whose key could make others.
 */
export function newCertificate(
  name: string,
  names: readonly string[],
  now: Date,
): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  const begin = new Date(now.getTime() - 24 * 3600 * 1000); // for clocks that are slow
  const issuer = sequence(tag(0x31, sequence(oid('550403'), tag(0x0c, Buffer.from(name)))));
  const content = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))), // version 3
    tag(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])), // serial number
    ecdsaWithSha256,
    issuer,
    sequence(time(begin), time(end)),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    tag(0xa3, extensions(names)),
  );
  const der = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, privateKey)));
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
