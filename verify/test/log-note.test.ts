import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { toHex } from '@glasshouse/protocol/bytes';
import { readHead, writeHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { leafHash, proveInclusion, rootAt } from '@glasshouse/protocol/publiclog/merkle';
import {
  cosignText,
  fromBase64,
  noteKey,
  readKey,
  readNote,
  readSignatures,
  signatureLine,
  signedWith,
  signText,
  toBase64,
  writeKey,
  writeNote,
} from '@glasshouse/protocol/publiclog/note';
import { rootOver } from '@glasshouse/protocol/publiclog/tiles';
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
import { expect, test } from 'vitest';

// The example of golang.org/x/mod/sumdb/note (example_test.go), the format described by C2SP signed-note.
const published = {
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  note: `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`,
};
// The example at the beginning of C2SP tlog-cosignature: a checkpoint of a log with the cosignature of a witness.
const checkpoint = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;

const newKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    object: publicKey,
    bytes: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)),
    sign: (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, privateKey)),
  };
};

test('the published note verifies only with the published key and text', async () => {
  const key = (await readKey(published.key))!;
  expect(writeKey(key)).toBe(published.key);
  const note = readNote(published.note)!;
  expect(writeNote(note)).toBe(published.note);
  expect(await signedWith(key, note)).toEqual({});
  expect(await signedWith(key, { ...note, text: note.text.replace('answer', 'Answer') })).toBeUndefined();
  expect(await signedWith({ ...key, name: 'Peter' }, note)).toBeUndefined();
  expect(await signedWith(await noteKey('PeterNeumann', 'text', newKey().bytes), note)).toBeUndefined();
});

test('a malformed key, or a key with a wrong id, is refused', async () => {
  expect(await readKey(published.key.replace('c74f', 'c74e'))).toBeUndefined();
  expect(await readKey(published.key.slice(0, -4))).toBeUndefined();
  expect(await readKey(published.key.replace('+AR', '+CR'))).toBeUndefined();
  expect(await readKey('')).toBeUndefined();
  await expect(noteKey('two words', 'text', newKey().bytes)).rejects.toThrow('cannot be the name');
});

test('a note in any other form is refused', () => {
  const { text } = readNote(published.note)!;
  for (const wrong of [
    published.note.trimEnd(),
    text,
    published.note.replace('\n\n', '\n'),
    published.note.replace('— ', '- '),
    published.note.replace('AM=', 'AN='),
    published.note.replace('think', 'th\tink'),
    `${text}\n`,
  ])
    expect(readNote(wrong), wrong).toBeUndefined();
  expect(readSignatures(published.note.split('\n\n')[1]!.repeat(33))).toBeUndefined();
});

test('the published checkpoint is parsed, with the time of its cosignature', () => {
  const note = readNote(checkpoint)!;
  expect(writeNote(note)).toBe(checkpoint);
  const head = readHead(note.text)!;
  expect(head).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
  expect(writeHead(head)).toBe(note.text);
  const [, witness] = note.signatures;
  expect(new DataView(witness!.bytes.buffer).getBigUint64(0)).toBe(1_679_315_147n);
});

test('a head with extra, missing or differently written fields is refused', () => {
  const { text } = readNote(checkpoint)!;
  const wrong = [`${text}more\n`, text.replace('20852163', '020852163'), text.replace('2I=', '2J='), text.slice(0, -1)];
  for (const one of [...wrong, text.replace('20852163', '99999999999999999'), 'a\n1\nAAAA\n', ''])
    expect(readHead(one), one).toBeUndefined();
});

test('a cosignature covers text and time as in C2SP, and any other form is invalid', async () => {
  const witness = newKey();
  const key = await noteKey('witness.example/w1', 'cosignature', witness.bytes);
  const { text } = readNote(checkpoint)!;
  const signature = cosignText(key, text, 1_700_000_000, witness.sign);
  // The bytes written by hand, checked by Node.
  const message = `cosignature/v1\ntime 1700000000\n${text}`;
  expect(verify(null, Buffer.from(message), witness.object, signature.bytes.slice(8))).toBe(true);
  const note = { text, signatures: readSignatures(signatureLine(signature))! };
  expect(await signedWith(key, note)).toEqual({ time: 1_700_000_000 });
  expect(await signedWith((await readKey(writeKey(key)))!, note)).toEqual({ time: 1_700_000_000 });
  const later = signature.bytes.slice();
  later[7]! ^= 1;
  expect(await signedWith(key, { text, signatures: [{ ...signature, bytes: later }] })).toBeUndefined();
  expect(await signedWith(key, { text: `${text} `, signatures: [signature] })).toBeUndefined();
  // The same public key has a different id as the key of a log.
  expect(toHex((await noteKey('witness.example/w1', 'text', witness.bytes)).id)).not.toBe(toHex(key.id));
});

test('an independent checker accepts our checkpoints and proofs, and refuses changed ones', async () => {
  const log = newKey();
  const origin = 'glasshouse.example/log';
  const key = await noteKey(origin, 'text', log.bytes);
  const entries = Array.from({ length: 11 }, (_, place) => Uint8Array.of(place));
  const leaves = await Promise.all(entries.map((entry) => leafHash(entry)));
  const read = (height: number, index: number) =>
    rootOver(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height));
  const root = await rootAt(read, leaves.length);
  const text = writeHead({ origin, size: leaves.length, root });
  const envelope = writeNote({ text, signatures: [signText(key, text, log.sign)] });
  const authority = {
    logID: Buffer.from(key.id),
    publicKey: createPublicKey({
      key: log.object.export({ type: 'spki', format: 'der' }),
      format: 'der',
      type: 'spki',
    }),
    baseURL: `https://${origin}`,
    validFor: { start: new Date(0), end: new Date(8.64e15) },
  };
  for (const [index, entry] of entries.entries()) {
    const given = (note: string) =>
      ({
        canonicalizedBody: Buffer.from(entry),
        inclusionProof: {
          ...{ logIndex: String(index), rootHash: Buffer.from(root), treeSize: String(leaves.length) },
          hashes: [] as Buffer[],
          checkpoint: { envelope: note },
        },
      }) as unknown as Parameters<typeof verifyCheckpoint>[0];
    const theirs = verifyCheckpoint(given(envelope), [authority]);
    expect(theirs).toMatchObject({ origin, logSize: 11n });
    const proof = given(envelope);
    proof.inclusionProof.hashes = (await proveInclusion(read, index, leaves.length)).map((hash) => Buffer.from(hash));
    expect(() => verifyMerkleInclusion(proof, theirs)).not.toThrow();
    proof.inclusionProof.hashes[0]![0]! ^= 1;
    expect(() => verifyMerkleInclusion(proof, theirs)).toThrow();
    expect(() => verifyCheckpoint(given(envelope.replace('\n11\n', '\n12\n')), [authority])).toThrow('signature');
  }
});

test('base64 is accepted only in canonical form', () => {
  expect(fromBase64(toBase64(Uint8Array.of(0, 255, 7)))).toEqual(Uint8Array.of(0, 255, 7));
  for (const wrong of ['AA', 'AB==', 'A-==', 'AA=A', ' AAA']) expect(fromBase64(wrong), wrong).toBeUndefined();
});
