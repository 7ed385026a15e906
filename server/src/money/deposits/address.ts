import { makeAddress, type Network, networks } from '@glasshouse/protocol/movements/addresses';
import { type Signer, sha } from '#platform/security/signer.ts';

/**
 * A person's practice address: always the same, and made by the key that signs specimens, so that nobody who sees one learns whose it is, nor
 * finds anybody else's. A text of its own form, which no code of a specimen has.
 */
export const addressOf = (signer: Pick<Signer, 'sign'>, number: bigint, network: Network): string =>
  makeAddress(network, sha(signer.sign(Buffer.from(`address.${network}.${number}`))));

export const addressesOf = (signer: Pick<Signer, 'sign'>, number: bigint) =>
  networks.map((network) => ({ network, address: addressOf(signer, number, network) }));
