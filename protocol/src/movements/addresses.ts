/** The networks that paper USDT comes in and goes out by. Their names are real, their addresses here are not. */
export const networks = ['TRC20', 'ERC20', 'BEP20'] as const;
export type Network = (typeof networks)[number];

// Without 0 and O, 1 and I, which are taken for each other. 32 letters: five bits each.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const said = 10;

// A Reed-Solomon code over the field of 32 elements, generator (x + 1)(x + 2): whatever is wrong in up to two letters, or in one and the
// network, is found, and so are two letters that changed places.
const twice = (element: number) => ((element << 1) ^ (element & 16 ? 0b100101 : 0)) & 31;
function checkOf(network: Network, elements: readonly number[]): [number, number] {
  let [high, low] = [0, 0];
  for (const element of [networks.indexOf(network) + 1, ...elements]) {
    const fed = element ^ high;
    [high, low] = [low ^ fed ^ twice(fed), twice(fed)];
  }
  return [high, low];
}

const written = (network: Network, body: string) =>
  ['SIM', network, body.slice(0, 4), body.slice(4, 8), body.slice(8), 'PAPER'].join('-');

/**
 * A practice address, `SIM-TRC20-7QM4-X9KD-2QHF-PAPER`: ten letters from as many bytes, and two that check them. No chain takes it: its hyphens are
 * in no chain's alphabet, without them the 0 of its network is in none of base58, the S in no hexadecimal number.
 */
export function makeAddress(network: Network, bytes: Uint8Array): string {
  if (bytes.length < said) throw new Error(`an address is made from ${said} bytes`);
  const elements = Array.from(bytes.subarray(0, said), (byte) => byte & 31);
  const body = [...elements, ...checkOf(network, elements)].map((element) => letters[element]).join('');
  return written(network, body);
}

const form = new RegExp(`^SIM(${networks.join('|')})([${letters}]{${said + 2}})PAPER$`);
const longest = 80;

/** Reads a practice address, also in small letters and without its hyphens. Undefined for what is none, a mistyped one too. */
export function readAddress(text: string): { network: Network; address: string } | undefined {
  if (text.length > longest) return undefined;
  const [, network, body] = form.exec(text.toUpperCase().replaceAll(/[\s-]/g, '')) ?? [];
  if (!network || !body) return undefined;
  const elements = [...body].map((letter) => letters.indexOf(letter));
  const check = checkOf(network as Network, elements.slice(0, said));
  if (check.some((element, i) => element !== elements[said + i])) return undefined;
  return { network: network as Network, address: written(network as Network, body) };
}

const ours = new RegExp(`^\\s*SIM[\\s-]*(${networks.join('|')})`, 'i');
// Every chain's addresses are a long run of letters and digits: base58 (Bitcoin, TRON, Solana), hexadecimal (Ethereum, BNB), bech32, base32.
// TON's are base64, with - and _ among them.
const run = /[A-Za-z0-9]{25,}|[A-Za-z0-9_+/-]{48}/;

/**
 * Whether a text could be an address on a real chain. By its form alone, not by its checksum: a mistyped real address is none of ours either, and
 * must be neither kept nor sent.
 */
export const wouldBeReal = (text: string): boolean => !ours.test(text) && run.test(text);
