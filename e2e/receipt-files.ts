import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import type { Page } from '@playwright/test';

// The days of orders in these tests aren't over yet. These receipts are from another site, and the page gets its keys
// as published keys.

export async function openFile(page: Page, receipt: Receipt): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'receipt.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify(receipt)),
  });
}

/** Opens the receipts page with the keys of this receipt as the published keys. */
export async function believe(page: Page, { runs, slip, log }: Receipt): Promise<void> {
  const answered = (path: string, keys: object) =>
    page.route(`**${path}`, async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, data: { ...answer.data, ...keys } } });
    });
  await answered('/index/market/tape', { keys: [{ publicKey: runs[0]!.checkpoint.publicKey, sinceSlot: 0 }] });
  await answered('/index/contract/rules', {
    slipKeys: [{ publicKey: slip.publicKey, sinceSlot: 0 }],
    logKeys: [log!.key],
  });
  await page.goto('/contract/receipt/none');
}

/** The same order as if slots had been given up before its end. Only for display: the receipt isn't signed. */
export function givenUp({ drawn: _, ...receipt }: Receipt): Receipt {
  const { order, log } = receipt;
  const gap = { first: order.dueSlot - 9, last: order.dueSlot + 100 };
  return {
    ...receipt,
    order: { ...order, exit: null, outcome: 'void', payout: order.stake },
    gap,
    log: { ...log!, gap: log!.seal },
  };
}
