import { connect } from 'node:net';
import { uploadFile } from '@glasshouse/protocol/files/calls';
import { expect, onTestFinished, test } from 'vitest';
import { formType, specimenOf, upload } from '../../../test/specimens.ts';
import { newWorld, origin, type World } from '../../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;
const size = 8 * 1024 * 1024;

/** Sends the beginning of a form and then nothing. Returns the refusal, and after how many milliseconds it came. */
function stall(port: number, { jar }: Person, localAddress: string, bytes: number) {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { host: 'x', origin, cookie, 'x-xsrf-token': jar.get('XSRF-TOKEN'), 'content-type': formType };
  const lines = Object.entries({ ...headers, 'content-length': size }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${uploadFile.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(Buffer.alloc(bytes));
  const began = performance.now();
  return new Promise<{ reason: string | undefined; after: number }>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (answer) =>
      resolve({ reason: /"reason":"(\w+)"/.exec(answer.toString())?.[1], after: performance.now() - began }),
    );
  });
}

test('stalled uploads do not block other networks, and block their own network for ten seconds', {
  timeout: 180_000,
}, async () => {
  const world = await newWorld();
  const { port } = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }));
  const honest = await world.person();
  const picture = await specimenOf(honest);
  const people = [];
  for (let i = 0; i < 9; i++) people.push(await world.person());
  const told = people.map((person) => stall(Number(port), person, '127.0.0.2', size - 10));
  // Three of them use up what one network may send at a time; the others are refused at once.
  const busy: number[] = [];
  for (const one of told) void one.then(({ reason, after }) => reason === 'file_busy' && busy.push(after));
  await expect.poll(() => busy.length, { timeout: 60_000 }).toBe(6);
  expect((await upload(honest, picture)).code).toBe(200);

  const neighbour = world.visitor('en-US', '127.0.0.2');
  for (const [name, value] of honest.jar) neighbour.jar.set(name, value);
  expect((await upload(neighbour, picture)).data.reason).toBe('file_busy');
  const slow = (await Promise.all(told)).filter(({ reason }) => reason !== 'file_busy');
  expect(slow.map(({ reason }) => reason)).toEqual(['bad_input', 'bad_input', 'bad_input']);
  // Ten seconds after its last bytes, which take a while to arrive on a busy machine.
  for (const { after } of slow) expect(after).toBeLessThan(20_000 + Math.max(...busy));
  expect((await upload(neighbour, picture)).code).toBe(200);
});
