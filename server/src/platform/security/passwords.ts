import { hash, verify } from '@node-rs/argon2';

// The lowest setting that OWASP recommends; about 20 ms per hash, limited to libuv's four threads.
const options = { algorithm: 2 /* argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);

// Compared if there is no account, so that the answer takes as long as for an existing one.
const nobody = await hashPassword('nobody has this password');

/** Without a hash no password matches: the account doesn't exist or is deleted. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored || nobody, password);
  return matches && Boolean(stored);
}
