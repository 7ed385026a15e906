import * as calls from '@glasshouse/protocol/deposits/calls';
import { parseUnits } from '@glasshouse/protocol/money';
import type { Network } from '@glasshouse/protocol/movements/addresses';
import { receiptOf } from '@glasshouse/protocol/specimens/code';
import { newId } from '#platform/database/ids.ts';
import { specimenOf, upload } from './specimens.ts';
import type { World } from './world.ts';

type Person = Awaited<ReturnType<World['person']>>;
export type TopUpRequest = { network: Network; amount: string };
const usual: TopUpRequest = { network: 'TRC20', amount: '1000' };

/** A receipt as the app makes one: drawn, uploaded, read and stored. */
export const uploadReceipt = async (person: Person, asked: TopUpRequest = usual): Promise<string> =>
  (await upload(person, await specimenOf(person, { document: 'receipt', ...asked }))).data.id;

/** The row of a receipt without its picture, for tests that don't look at it: each picture costs a process. */
export async function receiptRow(
  world: World,
  person: Person,
  { network, amount }: TopUpRequest = usual,
): Promise<string> {
  const id = newId();
  const bytes = (length: number) => Buffer.alloc(length);
  await world.db
    .insertInto('file')
    .values({
      ...{
        id,
        person: person.info.id,
        purpose: 'specimen',
        name: id.repeat(2),
        wrapped_key: bytes(60),
        key_id: 'none',
      },
      ...{ bytes: 1, width: 1, height: 1, sha256: bytes(32), created_at: world.clock() },
      part: receiptOf(network, parseUnits(amount, 'USDT')!),
    })
    .execute();
  return id;
}

/** Submits a receipt without a picture. */
export async function submitRow(world: World, person: Person, asked: TopUpRequest = usual, id: string = newId()) {
  const receipt = await receiptRow(world, person, asked);
  return { id, receipt, answer: await person.call(calls.submitDeposit, { id, receipt, ...asked }) };
}
