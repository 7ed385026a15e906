import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { run } from './run.ts';

// Records which images were built from which source: SLSA provenance in an in-toto statement, signed with the builder's
// SSH key.

/** An image and the SHA-256 of its configuration, which names every layer. */
export type Image = { name: string; digest: string };

const namespace = 'glasshouse-images';

/** It contains no time, so the same source and images give the same statement. */
export function provenanceOf(images: readonly Image[], { commit, lock }: { commit: string; lock: Buffer }): string {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: images.map(({ name, digest }) => ({ name, digest: { sha256: digest } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'npm run images',
        externalParameters: { commit },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: createHash('sha256').update(lock).digest('hex') } },
        ],
      },
      runDetails: { builder: { id: 'scripts/images.ts' } },
    },
  };
  return `${JSON.stringify(statement, null, 1)}\n`;
}

/** Writes the signature next to the file, as `FILE.sig`. */
export async function sign(file: string, key: string): Promise<void> {
  await rm(`${file}.sig`, { force: true });
  const { code, output } = await run('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', namespace, file]);
  if (code !== 0) throw new Error(`not signed: ${output.trim()}`);
}

type Statement = {
  subject: { name: string; digest: { sha256: string } }[];
  predicate: { buildDefinition: { externalParameters: { commit: string } } };
};
type Signer = { /** A file of allowed signers, see ssh-keygen(1). */ signers: string; identity: string };
/**
 * Compares the images of this machine with the signed statement. `faults` is empty if they match. `digestOf` returns
 * the digest of this machine's image with a given name.
 */
export async function verifyImages(
  file: string,
  { signers, identity }: Signer,
  digestOf: (name: string) => Promise<string | undefined>,
): Promise<{ faults: string[]; commit?: string }> {
  const content = await readFile(file, 'utf8');
  const args = ['-Y', 'verify', '-f', signers, '-I', identity, '-n', namespace, '-s', `${file}.sig`];
  const { code, output } = await run('ssh-keygen', args, { input: content });
  if (code !== 0) return { faults: [`the signature of ${file} is not by ${identity}: ${output.trim()}`] };
  // A trusted signer wrote this, so it is not validated.
  const { subject, predicate }: Statement = JSON.parse(content);
  const faults: string[] = [];
  for (const { name, digest } of subject) {
    const found = await digestOf(name);
    if (found === undefined) faults.push(`${name}: this machine has no such image`);
    else if (found !== digest.sha256) faults.push(`${name}: this machine has ${found}, signed is ${digest.sha256}`);
  }
  return { faults, commit: predicate.buildDefinition.externalParameters.commit };
}
