import { hash, verify } from '@node-rs/argon2';

// OWASP's smallest recommended setting; about 20 ms a hash, bounded by libuv's four threads.
const options = { algorithm: 2 /* argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);

// Compared with where there is no account, so that the answer takes as long as for one that exists.
const nobody = await hashPassword('nobody has this password');

/** No password matches where there is no hash: nobody's, or that of an account which is deleted. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored || nobody, password);
  return matches && Boolean(stored);
}
