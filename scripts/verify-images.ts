import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { verifyImages } from './image-provenance.ts';
import { run } from './run.ts';

const { positionals } = readArguments({
  usage: 'npm run verify-images -- FILE SIGNERS IDENTITY',
  about: `Checks that the images of this machine are those that the signed statement FILE names. SIGNERS is a file of allowed signers
(ssh-keygen(1)), and FILE.sig the signature.`,
  takes: [3, 3],
});
const [file, signers, identity] = positionals as [string, string, string];

async function digestOf(name: string): Promise<string | undefined> {
  const { code, output } = await run('podman', ['image', 'inspect', '--format', '{{.Id}}', `localhost/${name}`]);
  return code === 0 ? output.trim() : undefined;
}

const { faults, commit } = await verifyImages(file, { signers, identity }, digestOf);
for (const fault of faults) console.log(fault);
console.log(faults.length === 0 ? `verify-images: ok commit=${commit}` : `verify-images: faults=${faults.length}`);
process.exitCode = faults.length === 0 ? 0 : 1;
