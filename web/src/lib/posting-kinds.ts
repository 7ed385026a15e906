import { incomeKinds, type Kind } from '@glasshouse/protocol/ledger/books';

/** Kinds of posting, grouped under the names by which a statement is filtered. */
export const kindGroups = {
  transfers: ['wallet_transfer', 'member_transfer'],
  exchanges: ['exchange'],
  deposits: ['top_up'],
  withdrawals: ['withdrawal_hold', 'withdrawal_return', 'withdrawal_paid'],
  // Trading has no income postings: its profit is the difference of stakes and payouts.
  earned: [
    ...incomeKinds.product,
    'machine_price',
    ...(['contract_stake', 'contract_payout', 'contract_result'] as const),
    ...(['option_premium', 'option_payout', 'option_result'] as const),
    ...(['spot_buy', 'spot_sell'] as const),
  ],
  new_user: incomeKinds.new_user,
  lower_level: incomeKinds.lower_level,
  product: incomeKinds.product,
  machine: ['machine_price'],
  spot: ['spot_buy', 'spot_sell'],
  contracts: ['contract_stake', 'contract_payout', 'contract_result'],
  options: ['option_premium', 'option_payout', 'option_result'],
  products: ['product_principal', 'product_redemption', 'machine_price'],
  vip: ['vip_deposit', 'vip_refund'],
  corrections: ['correction'],
} as const satisfies Record<string, readonly Kind[]>;
export type KindGroup = keyof typeof kindGroups;
