import { submitDeposit } from '@glasshouse/protocol/deposits/calls';
import { uploadFile } from '@glasshouse/protocol/files/calls';
import { certify } from '@glasshouse/protocol/identity/calls';
import { makeSpecimenCode } from '@glasshouse/protocol/specimens/calls';
import { headersOf } from '../scripts/browser.ts';
import { drawSpecimen, formOf, formType } from '../scripts/specimens.ts';
import type { Account } from './people.ts';
import { newCaller, site } from './server.ts';

type IdentityDetails = { name: string; number: string };
/** Draws both sides of an ID, uploads and submits them without a page. `drawn` can differ from the typed details. */
export async function submitSpecimen({ cookies }: Account, typed: IdentityDetails, drawn = typed): Promise<void> {
  const call = newCaller(cookies);
  const send = async (side: 'front' | 'back') => {
    const { code } = await call(makeSpecimenCode, { document: 'id', side });
    const lines = side === 'front' ? ['SPECIMEN', drawn.name, drawn.number] : ['SPECIMEN'];
    const response = await fetch(site + uploadFile.path, {
      method: 'POST',
      headers: { ...headersOf(cookies, site), 'content-type': formType },
      body: new Uint8Array(formOf(await drawSpecimen(code, { lines }))),
    });
    const { code: status, msg, data } = (await response.json()) as { code: number; msg: string; data: { id: string } };
    if (status !== 200) throw new Error(`the ${side} was refused with ${status}: ${msg}`);
    return data.id;
  };
  await call(certify, { ...typed, document: 'id', front: await send('front'), back: await send('back') });
}

/** Submits a top-up without a page; the drawn amount may differ from the submitted one. */
export async function submitReceipt({ cookies }: Account, drawn: string, amount = '1000'): Promise<string> {
  const call = newCaller(cookies);
  const request = { network: 'TRC20', amount } as const;
  const { code } = await call(makeSpecimenCode, { document: 'receipt', ...request } as never);
  const response = await fetch(site + uploadFile.path, {
    method: 'POST',
    headers: { ...headersOf(cookies, site), 'content-type': formType },
    body: new Uint8Array(formOf(await drawSpecimen(code, { lines: ['SPECIMEN', drawn] }))),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  const id = crypto.randomUUID();
  await call(submitDeposit, { id, receipt: data.id, ...request } as never);
  return id;
}
