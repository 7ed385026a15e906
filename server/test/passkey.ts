import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;
const head = (kind: number, n: number) =>
  n < 24
    ? Buffer.from([(kind << 5) | n])
    : n < 256
      ? Buffer.from([(kind << 5) | 24, n])
      : Buffer.from([(kind << 5) | 25, n >> 8, n & 255]);
/** The part of CBOR that an authenticator's answers need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, part]) => [cbor(key), cbor(part)])]);
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

type AuthenticatorOptions = {
  /** Whether it verifies its user, for example by fingerprint or PIN. */
  verifies?: boolean;
  /** The user handle it claims the passkey belongs to. */
  for?: string;
};

/** A software authenticator that answers the requests a browser would pass on to a security key. */
export function newAuthenticator(madeAt: string, { verifies = true, for: person }: AuthenticatorOptions = {}) {
  let origin = madeAt;
  let asks = verifies;
  let believed: string | undefined;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const authData = (flags: number, rest: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    const known = asks ? flags : flags & ~0x04;
    return Buffer.concat([sha256(believed ?? new URL(origin).hostname), Buffer.from([known]), count, rest]);
  };
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }));
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  const key = {
    id: credential.id,
    /** Sets the address of the page where it is used, */
    at: (address: string) => {
      origin = address;
      return key;
    },
    /** whether it verifies its user, */
    asksHolder: (whether: boolean) => {
      asks = whether;
      return key;
    },
    /** the host it believes to be at, whatever the address is, */
    believes: (host: string | undefined) => {
      believed = host;
      return key;
    },
    /** and makes its counter too old, as if a copy of it had been used elsewhere. */
    fallBehind: () => {
      counter = 0;
    },
    make(challenge: string) {
      const key = new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]);
      const length = Buffer.from([0, id.length]);
      const data = authData(0x45, Buffer.concat([Buffer.alloc(16), length, id, cbor(key)]));
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
        },
      };
    },
    answer(challenge: string) {
      const data = authData(0x05);
      const client = clientData('webauthn.get', challenge);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          ...(person && { userHandle: Buffer.from(person.replaceAll('-', ''), 'hex').toString('base64url') }),
        },
      };
    },
  };
  return key;
}
