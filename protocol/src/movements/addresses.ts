/** The networks for deposits and withdrawals of paper USDT. Their names are real, their addresses here are not. */
export const networks = ['TRC20', 'ERC20', 'BEP20'] as const;
export type Network = (typeof networks)[number];

// Without 0, O, 1 and I, which are easily confused. 32 letters: five bits each.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const said = 10;

// A Reed-Solomon code over the field of 32 elements with the generator (x + 1)(x + 2). It detects any error in up to
// two letters, or in one letter and the network, and two swapped letters.
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
 * Makes a practice address such as `SIM-TRC20-7QM4-X9KD-2QHF-PAPER`: ten letters from as many bytes, and two check
 * letters. No chain accepts it. Its hyphens are in no chain's alphabet. Without hyphens, the 0 of its network is not in
 * base58, and the S is not hexadecimal.
 */
export function makeAddress(network: Network, bytes: Uint8Array): string {
  if (bytes.length < said) throw new Error(`an address needs ${said} bytes`);
  const elements = Array.from(bytes.subarray(0, said), (byte) => byte & 31);
  const body = [...elements, ...checkOf(network, elements)].map((element) => letters[element]).join('');
  return written(network, body);
}

const form = new RegExp(`^SIM(${networks.join('|')})([${letters}]{${said + 2}})PAPER$`);
const longest = 80;

/**
 * Parses a practice address, also in lower case or without hyphens. Returns undefined for anything else, including
 * mistyped addresses.
 */
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
// Addresses of every chain are a long run of letters and digits: base58 (Bitcoin, TRON, Solana), hexadecimal (Ethereum,
// BNB), bech32, base32. TON uses base64, with - and _ among them.
const run = /[A-Za-z0-9]{25,}|[A-Za-z0-9_+/-]{48}/;

/**
 * Whether a text could be an address on a real chain. Only its form is checked, not its checksum: a mistyped real
 * address is not ours either, and must not be stored or sent.
 */
export const wouldBeReal = (text: string): boolean => !ours.test(text) && run.test(text);
