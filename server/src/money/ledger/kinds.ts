import type { Kind } from '@glasshouse/protocol/ledger/books';

/**
 * Every kind of posting, with its number in the table `posting_kind`. Kinds numbered 100 and higher may be a user's
 * income.
 */
export const kindCodes = {
  wallet_transfer: 1,
  exchange: 2,
  member_transfer: 3,
  correction: 4,
  top_up: 10,
  withdrawal_hold: 11,
  withdrawal_return: 12,
  withdrawal_paid: 13,
  vip_deposit: 20,
  vip_refund: 21,
  spot_buy: 30,
  spot_sell: 31,
  spot_return: 32,
  contract_stake: 40,
  contract_payout: 41,
  contract_result: 42,
  option_premium: 50,
  option_payout: 51,
  option_result: 52,
  product_principal: 60,
  product_redemption: 61,
  machine_price: 62,
  welcome_grant: 100,
  invitation_reward: 101,
  lower_level_income: 110,
  product_income: 120,
} as const satisfies Record<Kind, number>;

const names = new Map<number, Kind>(Object.entries(kindCodes).map(([name, code]) => [code, name as Kind]));
export const kindNamed = (code: number): Kind => names.get(code)!;
