import { createHash, randomBytes } from 'node:crypto';
import { makeAddress, networks, readAddress, wouldBeReal } from '@glasshouse/protocol/movements/addresses';
import fc from 'fast-check';
import { getCurrencies, validate } from 'multicoin-address-validator';
import { expect, test } from 'vitest';

/** The chains behind the three networks, and the two most often confused with them. */
const chains = ['trx', 'eth', 'bnb', 'btc', 'ltc'];
/** Every chain the validator knows: more than a hundred. */
const everyChain: string[] = getCurrencies().map(({ symbol }: { symbol: string }) => symbol);
const takes = (text: string, chain: string) => ['prod', 'testnet'].some((net) => validate(text, chain, net));
const takenBy = (text: string, among: readonly string[]) => among.filter((chain) => takes(text, chain));

const made = (seed: number) => makeAddress(networks[seed % 3]!, createHash('sha256').update(`${seed}`).digest());
/**
 * Forms in which a wallet may read an address: as shown, without hyphens, in lower case, and only the part between the
 * marks.
 */
const readings = (address: string) => [
  address,
  address.replaceAll('-', ''),
  address.toLowerCase(),
  address.split('-').slice(2, 5).join(''),
];

test('no chain accepts any of 10,000 practice addresses', () => {
  for (let seed = 0; seed < 10_000; seed += 1) {
    const address = made(seed);
    expect(takenBy(address, chains), address).toEqual([]);
    if (seed % 250 === 0) for (const each of readings(address)) expect(takenBy(each, everyChain), each).toEqual([]);
  }
  // The validator accepts real addresses.
  expect(takenBy('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', chains)).toEqual(['trx']);
  expect(takenBy('0x52908400098527886E0F7030069857D2E4169EE7', chains)).toContain('eth');
  expect(everyChain.length).toBeGreaterThan(100);
});

test('a practice address is recognized however it is typed', () => {
  for (let seed = 0; seed < 1000; seed += 1) {
    const address = made(seed);
    expect(address).toMatch(/^SIM-(TRC20|ERC20|BEP20)(-[2-9A-HJ-NP-Z]{4}){3}-PAPER$/);
    const read = { network: networks[seed % 3], address };
    for (const typed of [
      address,
      ` ${address.toLowerCase()} `,
      address.replaceAll('-', ''),
      address.replaceAll('-', ' '),
    ])
      expect(readAddress(typed)).toEqual(read);
    expect(wouldBeReal(address)).toBe(false);
  }
});

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const places = [10, 11, 12, 13, 15, 16, 17, 18, 20, 21, 22, 23];
const put = (text: string, place: number, letter: string) => text.slice(0, place) + letter + text.slice(place + 1);

test('one or two wrong letters, two swapped letters or another network make an address invalid', () => {
  const place = fc.constantFrom(...places);
  const letter = fc.constantFrom(...letters);
  fc.assert(
    fc.property(fc.nat(), place, letter, place, letter, (seed, first, one, second, other) => {
      const address = made(seed);
      const typed = put(put(address, first, one), second, other);
      expect(readAddress(typed)?.address).toBe(typed === address ? address : undefined);
      const swapped = put(put(address, first, address[second]!), second, address[first]!);
      expect(readAddress(swapped)?.address).toBe(swapped === address ? address : undefined);
      for (const network of networks) {
        const moved = address.replace(/(TRC|ERC|BEP)20/, network);
        expect(readAddress(moved)?.address).toBe(moved === address ? address : undefined);
      }
      // A mistyped practice address is a typo, not a real address.
      expect(wouldBeReal(typed)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

const real = [
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0X52908400098527886E0F7030069857D2E4169EE7',
  '52908400098527886e0f7030069857d2e4169ee7',
  'ethereum:0x52908400098527886E0F7030069857D2E4169EE7@56?value=1',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
  'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2',
  '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn',
  'GAHK7EEG2WWHVKDNT4CEQFZGKF2LGDSW2IVM4S5DP42RBW3K6BTODB4A',
  'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
  'my wallet is TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t, thanks',
];
test.each(real)('%s is refused as a possible real address', (text) => {
  expect(wouldBeReal(text)).toBe(true);
  expect(readAddress(text)).toBeUndefined();
});

test('every address that a real chain accepts is refused', () => {
  const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  for (let i = 0; i < 300; i += 1) {
    const body = Buffer.concat([Buffer.from([0x41]), randomBytes(20)]);
    let rest = BigInt(`0x${Buffer.concat([body, hash(hash(body)).subarray(0, 4)]).toString('hex')}`);
    let tron = '';
    for (; rest > 0n; rest /= 58n) tron = base58[Number(rest % 58n)] + tron;
    expect(takes(tron, 'trx'), tron).toBe(true);
    expect(wouldBeReal(tron), tron).toBe(true);
    const ethereum = `0x${randomBytes(20).toString('hex')}`;
    expect(takes(ethereum, 'eth') && wouldBeReal(ethereum), ethereum).toBe(true);
  }
});

test.each(['', 'SIM', '0x', 'hello', 'SIM-TRC20', '7QM4-X9KD-2QHF', 'Main wallet of my friend', 'x'.repeat(24)])(
  '%j is neither ours nor real',
  (text) => {
    expect(wouldBeReal(text)).toBe(false);
    expect(readAddress(text)).toBeUndefined();
  },
);
