import { readAddress, wouldBeReal } from '../movements/addresses.ts';
import { looksReal, readAccount } from './accounts.ts';
import type { Payee } from './calls.ts';

export type AddressProblem = 'address_real' | 'address_unknown' | 'address_network';
export type AccountProblem = 'account_real' | 'account_unknown';

/**
 * Whether money can be sent to this address on this network. Possible real addresses are refused before anything is
 * sent or stored.
 */
export function judgeAddress(text: string, network: string): { address: string } | { problem: AddressProblem } {
  const read = readAddress(text);
  if (!read) return { problem: wouldBeReal(text) || looksReal(text) ? 'address_real' : 'address_unknown' };
  return read.network === network ? { address: read.address } : { problem: 'address_network' };
}

export function judgeAccount(text: string): { account: string } | { problem: AccountProblem } {
  const account = readAccount(text);
  return account ? { account } : { problem: isReal(text) ? 'account_real' : 'account_unknown' };
}

/** Whether a text is forbidden here: a real account, card or address. */
export const isReal = (text: string): boolean => looksReal(text) || wouldBeReal(text);

// Twelve digits in a row are not part of a name, in any script, width or grouping, and regardless of the neighboring
// characters.
const longNumber = /\p{Nd}{12}/u;
/** Whether a name contains such a text. */
export function holdsReal(name: string): boolean {
  const folded = name.normalize('NFKC');
  return isReal(folded) || longNumber.test(folded.replaceAll(/[^\p{L}\p{Nd}]/gu, ''));
}

/** The payee in stored form, or why it is refused. */
export function judgePayee(payee: Payee): { payee: Payee } | { problem: AddressProblem | AccountProblem } {
  if (payee.to === 'address') {
    const judged = judgeAddress(payee.address, payee.network);
    const { to, network } = payee;
    return 'problem' in judged ? judged : { payee: { to, network, address: judged.address } };
  }
  const judged = judgeAccount(payee.account);
  if ('problem' in judged) return judged;
  const { to, bankName, branchName, branchNumber, holder } = payee;
  if (isReal(branchNumber) || [bankName, branchName, holder].some(holdsReal)) return { problem: 'account_real' };
  return { payee: { to, bankName, branchName, branchNumber, account: judged.account, holder } };
}

const fields = ['to', 'network', 'address', 'bankName', 'branchName', 'branchNumber', 'account', 'holder'] as const;
/** All fields of a payee as one text. Equal payees have equal texts. */
export const payeeText = (payee: Payee): string =>
  JSON.stringify(fields.map((field) => (payee as Partial<Record<(typeof fields)[number], string>>)[field] ?? ''));
