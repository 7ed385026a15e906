/** The six wallets of every user. */
export const wallets = ['fund', 'cash', 'spot', 'contract', 'options', 'financial'] as const;
export type Wallet = (typeof wallets)[number];

/** Accounts for money that no user can spend: the house, the outside world, fees, and amounts committed per product. */
export const systemNames = [
  'house',
  'external',
  'fees',
  'committed_contracts',
  'committed_options',
  'committed_products',
  'committed_withdrawals',
  'committed_vip',
  'committed_spot',
] as const;
export type SystemName = (typeof systemNames)[number];

/** Kinds of postings. */
export const kinds = [
  'wallet_transfer',
  'exchange',
  'member_transfer',
  'correction',
  'top_up',
  'withdrawal_hold',
  'withdrawal_return',
  'withdrawal_paid',
  'vip_deposit',
  'vip_refund',
  'spot_buy',
  'spot_sell',
  'spot_return',
  'contract_stake',
  'contract_payout',
  'contract_result',
  'option_premium',
  'option_payout',
  'option_result',
  'product_principal',
  'product_redemption',
  'machine_price',
  'welcome_grant',
  'invitation_reward',
  'lower_level_income',
  'product_income',
] as const;
export type Kind = (typeof kinds)[number];

/** Sources of gains and losses that result from the user's own decisions. */
export const earnedSources = ['contracts', 'options', 'spot', 'product', 'machine'] as const;
/** Sources of a user's income: the above, and bonuses from the house, which say nothing about the user's performance. */
export const incomeSources = [...earnedSources, 'new_user', 'lower_level'] as const;
export type IncomeSource = (typeof incomeSources)[number];

/** The kinds of posting that make up each source of income. */
export const incomeKinds: Record<IncomeSource, readonly Kind[]> = {
  new_user: ['welcome_grant', 'invitation_reward'],
  lower_level: ['lower_level_income'],
  product: ['product_income'],
  contracts: [],
  options: [],
  spot: [],
  machine: [],
};
