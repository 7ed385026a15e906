import { verifyImages } from './image-provenance.ts';
import { run } from './run.ts';

// `npm run verify-images -- FILE SIGNERS IDENTITY`: whether the images of this machine are those that the signed statement names. SIGNERS is a file of
// allowed signers (ssh-keygen(1)), FILE.sig the signature.
const [file, signers, identity] = process.argv.slice(2);
if (!file || !signers || !identity) throw new Error('verify-images FILE SIGNERS IDENTITY');

async function digestOf(name: string): Promise<string | undefined> {
  const { code, output } = await run('podman', ['image', 'inspect', '--format', '{{.Id}}', `localhost/${name}`]);
  return code === 0 ? output.trim() : undefined;
}

const { faults, commit } = await verifyImages(file, { signers, identity }, digestOf);
for (const fault of faults) console.log(fault);
console.log(faults.length === 0 ? `verify-images: ok commit=${commit}` : `verify-images: faults=${faults.length}`);
process.exitCode = faults.length === 0 ? 0 : 1;
