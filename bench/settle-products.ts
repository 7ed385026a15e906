import { coins } from '../protocol/src/market/coins.ts';
import { systemAccount, walletOf } from '../server/src/money/ledger/accounts.ts';
import { kindCodes } from '../server/src/money/ledger/kinds.ts';

/** Orders to create: the slots in which they are due, the number per slot, and the number of users. */
export type Due = { slots: [first: number, last: number]; perSlot: number; users: number };
/** How the bench opens and ends orders of a product. In SQL, because a million rows are created at once. */
export type Product = {
  table: 'contract' | 'option_order' | 'spot_order';
  /** Inserts rows into its table, with random coins, sides and stakes, in random order. */
  open: (due: Due) => string;
  /** The account in which the stake of a row is committed, and the kind of that posting. */
  pool: string;
  kind: string;
  /** Tables of the bare side in addition to the one of its orders. */
  beside: readonly string[];
  /** Ends the orders due at a slot with plain statements over all rows, without deriving the results from prices. */
  bare: (slot: number) => string;
};

/** SQL for a user's account. */
export const accountOf = (wallet: 'fund' | 'contract' | 'options' | 'spot', owner: string): string =>
  `((${owner})::bigint << 16 | ${walletOf(0n, wallet, 'USDT')})`;
/** Every user has one coin in addition to USDT. SQL for its number, and for the account it is in. */
const coinOf = (owner: string) => `(1 + (${owner}) % ${coins.length})`;
export const coinAccountOf = (owner: string): string => `(${accountOf('spot', owner)} + 1 + ${coinOf(owner)})`;

const house = systemAccount('house', 'USDT');
const anyCoin = `1 + floor(random() * ${coins.length})::integer as symbol`;
const anyStake = '1000000 * (10 + floor(random() * 490))::bigint + 7 as stake';
/** The common columns of orders of all products: their owner, and a random duration. */
const drawn = ({ slots, perSlot, users }: Due, lives: readonly number[], ...more: string[]) => `(
  select slot, life, 1 + (n * 7919 + slot) % ${users} as owner, random() < 0.5 as up, ${[anyStake, ...more].join(', ')}
  from generate_series(${slots[0]}::bigint, ${slots[1]}) slot, unnest('{${lives}}'::integer[]) life,
    generate_series(1, ${perSlot / lives.length}) n
  order by life desc, random()
) as drawn`;

/** The legs and balances of rows that are paid in the currency of their stake. */
const bareBooks = (table: string, pool: bigint, payout: number, result: number, slot: number) => `
  insert into bare_leg (account, id, amount, contra, at, ref, kind)
  select account, nextval('bare_block'), payout, ${pool}, now(), id, ${payout}
  from bare_${table} where due_slot = ${slot} and payout > 0 order by account;
  insert into bare_leg (account, id, amount, contra, at, ref, kind)
  select unnest('{${pool},${house}}'::bigint[]), nextval('bare_block'), unnest(array[-sum(stake), sum(stake - payout)]), null, now(),
    null, ${result} from bare_${table} where due_slot = ${slot};
  update bare_account set balance = balance + amount
  from (select account, sum(payout) as amount from bare_${table} where due_slot = ${slot} and payout > 0 group by account) paid
  where id = paid.account;`;

const committedContracts = systemAccount('committed_contracts', 'USDT');
export const contracts: Product = {
  table: 'contract',
  open: (due) => `
    insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long)
    select ${accountOf('contract', 'owner')}, gen_random_uuid(), now(), slot - 1 - 2 * life, slot, stake, symbol, life, 8200, 1, up
    from ${drawn(due, [30, 60, 120, 180, 300], anyCoin)}`,
  pool: String(committedContracts),
  kind: String(kindCodes.contract_stake),
  beside: [],
  bare: (slot) => `
    update bare_contract set result = case when long then 1 else 2 end, entry_slot = head_slot + 1, entry_price = 1000,
      exit_slot = due_slot, exit_price = 1001, payout = case when long then stake + stake * return_bp / 10000 else 0 end,
      settled_at = now() where due_slot = ${slot};
    ${bareBooks('contract', committedContracts, kindCodes.contract_payout, kindCodes.contract_result, slot)}`,
};

const committedOptions = systemAccount('committed_options', 'USDT');
export const options: Product = {
  table: 'option_order',
  // About half of them pay something, up to twice the premium.
  open: (due) => `
    with opened as (
      insert into option_order (account, id, at, head_slot, due_slot, stake, strike, size, quote_slot, quote_price, symbol, seconds,
        volatility, spread_bp, rule, model, call, terms)
      select ${accountOf('options', 'owner')}, gen_random_uuid(), now(), slot - 2 * life, slot, stake, price, stake * parts / 250,
        slot - 2 * life, price, symbol, life, 500000, 400, 1, 1, up, 2
      from ${drawn(due, [60, 180, 300, 600, 900], anyCoin, '500 + floor(random() * 1000)::bigint as price')} join coin_unit using (symbol)
      returning symbol, size, strike
    )
    update option_exposure set open = open + more
    from (select symbol, sum(exposure_of(size, strike, parts)) as more from opened join coin_unit using (symbol) group by symbol) as all_of
    where option_exposure.symbol = all_of.symbol`,
  pool: String(committedOptions),
  kind: String(kindCodes.option_premium),
  beside: ['option_exposure'],
  bare: (slot) => `
    update bare_option_order set result = case when call then 1 else 2 end, exit_slot = due_slot, exit_price = 1001,
      payout = case when call then 2 * stake else 0 end, settled_at = now() where due_slot = ${slot};
    ${bareBooks('option_order', committedOptions, kindCodes.option_payout, kindCodes.option_result, slot)}
    update bare_option_exposure set open = open - given_back
    from (select symbol, sum(stake) as given_back from bare_option_order where due_slot = ${slot} group by symbol) ended
    where bare_option_exposure.symbol = ended.symbol;`,
};

const committedSpot = systemAccount('committed_spot', 'USDT') - 1n; // its currency is added
const spotHouse = house - 1n;
export const spot: Product = {
  table: 'spot_order',
  open: (due) => `
    insert into spot_order (account, id, at, head_slot, due_slot, stake, symbol, spread_bp, rule)
    select case when up then ${accountOf('spot', 'owner')} else ${coinAccountOf('owner')} end, gen_random_uuid(), now(), slot - 1, slot, stake,
      ${coinOf('owner')}, 10, 1
    from ${drawn(due, [1])}`,
  pool: `${committedSpot} + (account & 1023)`,
  kind: `case when account & 1023 = 1 then ${kindCodes.spot_buy} else ${kindCodes.spot_sell} end`,
  beside: ['spot_cost', 'spot_day'],
  bare: (slot) => `
    update bare_spot_order set result = 1, exit_slot = due_slot, exit_price = 1001, payout = stake, settled_at = now()
    where due_slot = ${slot};
    create temporary table paid on commit drop as
    select (owner << 16) + 3072 + case when buy then symbol + 2 else 1 end as account, id, payout, case when buy then 30 else 31 end as kind
    from bare_spot_order where due_slot = ${slot};
    insert into bare_leg (account, id, amount, contra, at, ref, kind)
    select account, nextval('bare_block'), payout, ${spotHouse} + (account & 1023), now(), id, kind from paid order by account;
    insert into bare_leg (account, id, amount, contra, at, ref, kind)
    select ${spotHouse} + (account & 1023), nextval('bare_block'), -sum(payout), null, now(), null, kind from paid group by 1, kind;
    update bare_account set balance = balance + amount
    from (select account, sum(payout) as amount from paid group by account) as each where id = each.account;
    insert into bare_spot_cost as known (account, cost)
    select (owner << 16) + 3074 + symbol, sum(stake) from bare_spot_order where due_slot = ${slot} and buy group by 1 order by 1
    on conflict (account) do update set cost = known.cost + excluded.cost;
    insert into bare_spot_day as known (owner, day, realised)
    select owner, due_slot / 172800, sum(payout) from bare_spot_order where due_slot = ${slot} and not buy group by 1, 2 order by 1, 2
    on conflict (owner, day) do update set realised = known.realised + excluded.realised;`,
};
