import { expect, test } from 'vitest';
import { fromHex, toHex } from '../bytes.ts';
import {
  firstSlotFrom,
  hashOf,
  knownToOperator,
  localChain,
  quicknet,
  roundAt,
  roundOfSlot,
  timeOfRound,
} from './chain.ts';
import { infoOf, isInfoOf, publishedOf, readRound } from './form.ts';
import { randomnessOf } from './round.ts';
import { firstWrong, openRoundSigner } from './rounds.ts';

// Real rounds of quicknet from other clients' tests and docs: 123 from noislabs/drand-verify (src/verify.rs), 1000 and
// its randomness from thibmeu/drand-rs (README.md).
const real = [
  {
    round: 123,
    signature: 'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92',
    randomness: 'fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc',
  },
  {
    round: 1000,
    signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
    randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  },
];
// A round of another chain with the same scheme, from drand/drand-client (test/beacon-verification.test.ts).
const walkthrough = {
  publicKey:
    '81d320f220ee9c79e60e19dedc838c31e3ab919b15481e9feb52f643628c4f6a13fdc52129493875a818109d767272ca0541cbcdcea9335f2870d781b39b845ba8cbd44fdfe4967781cf72ca5917fc9398bcf97ca0548ed5a709016c4b1ff0f3',
  genesis: 1_687_506_816,
  groupHash: '02d678e93908888871b70e3f015b396a8c082bc1493ae5479f8743cb5d972b54',
  name: 'walkthrough',
  hash: 'af8b6fc95693b058a3a59efe586eb31c2c352fe00cf40c62a427d87c34f7a235',
};
const walked = {
  round: 38,
  signature: fromHex(
    '95c93585c513ebbcb4777ff15599b3140e5ec0295faa0e483f3deadd88fa6d43f0d3703e3a4ce106e8fd6c6987f32126',
  ),
};

test('real quicknet rounds verify, with the randomness published by other clients', () => {
  const rounds = real.map((one) => readRound(one)!);
  expect(firstWrong(quicknet.publicKey, rounds)).toBeUndefined();
  expect(rounds.map((one) => toHex(randomnessOf(one)))).toEqual(real.map(({ randomness }) => randomness));
  expect(rounds.map(publishedOf)).toEqual(real);
  expect(firstWrong(walkthrough.publicKey, [walked])).toBeUndefined();
  expect([quicknet, walkthrough].map((chain) => toHex(hashOf(chain)))).toEqual([quicknet.hash, walkthrough.hash]);
});

test('keys that are not valid points of the curve verify no signature', () => {
  const rounds = real.map((one) => readRound(one)!);
  for (const key of ['ab'.repeat(96), `c0${'00'.repeat(95)}`, quicknet.publicKey.replace('83cf', '83ce')])
    expect(firstWrong(key, rounds)).toBe(123);
  expect(firstWrong('ab'.repeat(96), [])).toBeUndefined();
});

test('a wrong number, wrong key, or changed or swapped signature is found anywhere in a batch', () => {
  const [one, two] = real.map((published) => readRound(published)!);
  expect(firstWrong(quicknet.publicKey, [{ ...one!, round: 124 }])).toBe(124);
  expect(firstWrong(walkthrough.publicKey, [one!])).toBe(123);
  expect(firstWrong(quicknet.publicKey, [one!, { ...two!, signature: one!.signature }])).toBe(1000);
  const { publicKey, sign } = openRoundSigner(new Uint8Array(32).fill(7));
  const rounds = Array.from({ length: 6 }, (_, i) => ({ round: 50 + i, signature: sign(50 + i) }));
  expect(firstWrong(publicKey, rounds)).toBeUndefined();
  const swapped = rounds.map((round, i) => ({ ...round, signature: rounds[i === 2 ? 4 : i === 4 ? 2 : i]!.signature }));
  expect(firstWrong(publicKey, swapped)).toBe(52); // the sum of both signatures is unchanged
  const flipped = rounds.map(({ round, signature }) => ({ round, signature: signature.slice() }));
  flipped[3]!.signature[20]! ^= 1;
  expect(firstWrong(publicKey, flipped)).toBe(53);
  expect(firstWrong(publicKey, [{ round: 50, signature: new Uint8Array(48) }])).toBe(50);
  const nothing = new Uint8Array(48);
  nothing[0] = 0xc0; // the point at infinity
  expect(firstWrong(publicKey, [{ round: 50, signature: nothing }])).toBe(50);
});

test('rounds, times and slots convert into each other', () => {
  expect(timeOfRound(quicknet, 1000)).toBe(Date.parse('2023-08-23T15:59:24Z'));
  for (const chain of [quicknet, localChain(openRoundSigner(new Uint8Array(32)).publicKey)]) {
    const due = timeOfRound(chain, 4_000_000);
    expect([due - 1, due, due + 2999, due + 3000].map((ms) => roundAt(chain, ms) - 4_000_000)).toEqual([-1, 0, 0, 1]);
    const first = firstSlotFrom(chain, 4_000_000);
    expect(first * 500 - due).toBe(2000);
    expect([-1, 0, 5, 6].map((i) => roundOfSlot(chain, first + i) - 4_000_000)).toEqual([-1, 0, 0, 1]);
  }
});

test('a chain is identified by all of its fields, and an own chain counts as known to the operator', () => {
  const own = localChain(openRoundSigner(new Uint8Array(32)).publicKey);
  expect([quicknet, own].map(knownToOperator)).toEqual([false, true]);
  expect(isInfoOf(own, infoOf(own))).toBe(true);
  expect(isInfoOf(quicknet, { ...infoOf(quicknet), more: 1 })).toBe(true);
  for (const change of [
    { public_key: own.publicKey },
    { period: 30 },
    { genesis_time: 1 },
    { schemeID: 'pedersen-bls-chained' },
  ])
    expect(isInfoOf(quicknet, { ...infoOf(quicknet), ...change })).toBe(false);
  for (const answer of [undefined, 'x', {}, { round: 0, signature: 'ab' }, { ...real[0], signature: 'zz' }])
    expect(readRound(answer)).toBeUndefined();
});
