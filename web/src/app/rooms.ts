import { page } from '../lib/pages.ts';
import type { WordKey } from '../lib/words.tsx';
import type { Room } from './ComingScreen.tsx';

const room = (path: string, title: WordKey, name: Room, parent: string) =>
  page(path, title, { words: [] }, async () =>
    (await import('./ComingScreen.tsx')).comingScreen({ title, room: name, parent }),
  );

/** Pages of the specification that are not built yet, and say so. A domain that moves in takes its own out of here. */
export const rooms = [
  room('/user/vip', 'titles.vip', 'vip', '/user'),
  room('/finance/finance', 'titles.trust', 'trust', '/financial'),
  room('/finance/livecoin', 'titles.pledge', 'pledge', '/financial'),
  room('/finance/machine', 'titles.machines', 'machines', '/financial'),
  room('/finance/order', 'titles.wealthRecords', 'wealthRecords', '/financial'),
  room('/finance/productDetail', 'titles.product', 'product', '/financial'),
  room('/finance/confirm', 'titles.confirm', 'confirm', '/financial'),
  room('/pay/deposit', 'titles.deposit', 'deposit', '/home'),
  room('/pay/withdraw', 'titles.withdraw', 'withdraw', '/home'),
  room('/pay/transfer', 'titles.memberTransfer', 'memberTransfer', '/home'),
  room('/pay/record', 'titles.audit', 'audit', '/records'),
  room('/order/withdraw', 'titles.withdraw', 'withdraw', '/home'),
  room('/order/withdrawRecord', 'titles.withdrawals', 'withdrawals', '/records'),
];
