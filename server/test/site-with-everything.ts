import { sql } from 'kysely';
import { newId } from '#platform/database/ids.ts';
import { setMoney } from './money-settings.ts';
import { withOptions } from './options.ts';
import { trade } from './trade.ts';
import { withLevel } from './vip.ts';
import { offer } from './wealth.ts';
import { verified, withdraw } from './withdrawals.ts';

export type Site = Awaited<ReturnType<typeof siteWithEverything>>;

/** A site on which every granted function has something to do, now or after a deadline. */
export async function siteWithEverything() {
  const traded = await withOptions(await trade({ now: new Date(), books: 'drift' }));
  const { world, trader: ann, slot, quote, buy } = traded;
  const own = (text: string) => sql.raw<Record<string, never>>(text).execute(world.owner);
  const today = Math.floor(Date.now() / 86_400_000);
  const [bob, leaver, frozen] = [await world.person(), await world.person(), await world.person()];
  for (const wallet of ['fund', 'spot', 'financial'] as const) await world.give(ann, wallet, 'USDT', 10_000_000_000n);
  await verified(world, ann);
  await verified(world, bob);
  await verified(world, frozen);

  const trust = await offer(world, { kind: 'trust', unit: 1_000_000n, rateBp: 750, days: 30 });
  const staking = await offer(world, { kind: 'pledge', unit: 10_000n, ratePpb: 139_726, seconds: 3600 });
  const pledge = newId();
  await own(`select buy_product(${ann.number}, '${newId()}', ${trust.product}, 1, 100, now())`);
  await own(`select buy_product(${ann.number}, '${pledge}', ${staking.product}, 1, 100, now())`);
  await withLevel(ann, 2);
  await withLevel(bob, 1);
  await own(`select note_day_end(${today - 1})`);
  await own(`update person set leaves_at = now() + interval '3 days' where number = ${leaver.number}`);
  await own(
    `update person set security_change = 'password_changed', security_changed_at = now() where number = ${bob.number}`,
  );
  await own(
    `insert into account_event (id, person, at, kind, reason) values (gen_random_uuid(), '${bob.info.id}', now(), 'frozen', 'A reason')`,
  );
  // Income without a posting, so the books of this site don't balance.
  await own(`update person set invited_by = '${ann.info.id}' where number = ${bob.number}`);
  await own(
    `insert into income (owner, source, currency, day, amount) values (${bob.number}, 'product', 1, current_date - 3, 1000000000)`,
  );

  // Cases that the clock passes after a while.
  await setMoney(world, { identity_minutes: 60, top_up_minutes: 60, effective_at: world.clock() });
  const newCase = async (kind: string, person: typeof ann) => {
    const id = newId();
    await own(`insert into review_case (id, kind, person, number, title, try_number, submitted_at)
      values ('${id}', '${kind}', '${person.info.id}', ${person.number}, 'A case', 1, now())`);
    return id;
  };
  const [announced, receipt] = [newId(), newId()];
  await own(
    `select start_movement(${ann.number}, '${announced}', 'recharge', 'under_review', 1::smallint, 50000000, 0, null, 'TRC20', now())`,
  );
  await own(`insert into file (id, person, purpose, part, name, wrapped_key, key_id, bytes, width, height, sha256, created_at)
    values ('${receipt}', '${ann.info.id}', 'specimen', 'receipt-trc20-50000000', repeat('x', 40), decode(repeat('00', 60), 'hex'), 'key', 1, 1, 1,
      sha256(''), now())`);
  await own(`insert into top_up_case (id, person, owner, movement, network, address, attempt, receipt)
    values ('${await newCase('top_up', ann)}', '${ann.info.id}', ${ann.number}, '${announced}', 'TRC20', 'SIM-TRC20-PAPER', 1, '${receipt}')`);
  await own(
    `insert into identity_case (id, person, document) values ('${await newCase('identity', leaver)}', '${leaver.info.id}', 'id')`,
  );
  const rejected = newId();
  await own(
    `select start_movement(${bob.number}, '${rejected}', 'recharge', 'under_review', 1::smallint, 5000000, 0, null, 'TRC20', now())`,
  );
  await own(`update movement set state = 'rejected' where id = '${rejected}'`);
  const asked = await withdraw(ann, '100');
  if (asked.code !== 200) throw new Error(`could not withdraw: ${JSON.stringify(asked)}`);
  const stopped = await withdraw(frozen, '100');
  const operator = newId();
  await own(`insert into operator (id, name, email, role, created_at)
    values ('${operator}', 'An operator', 'operator@glasshouse.example', 'reviewer', now())`);
  await own(`update review_case set decision = 'approve', decided_at = now(), decided_by = '${operator}', decided_by_name = 'An operator'
    where id = (select case_id from withdrawal where id = '${stopped.id}')`);
  await own(`update person set status = 'abnormal' where number = ${frozen.number}`);

  const carol = await verified(world, await world.person());
  await world.give(carol, 'fund', 'USDT', 10_000_000_000n);
  const saved = newId();
  await own(`insert into payee (id, person, place, sealed, wrapped_key, key_id, mark, added_at)
    values ('${saved}', '${carol.info.id}', 1, decode(repeat('00', 28), 'hex'), decode(repeat('00', 60), 'hex'), 'key', sha256(''), now())`);
  await own(`update payee set added_at = now() - interval '3 days', usable_at = now() - interval '2 days'`);
  await own(`select set_saved_payees_only('${carol.info.id}', true, now())`);

  const { order } = await buy((await quote()).call);
  const now = `'${world.clock().toISOString()}'::timestamptz`;
  const { rows } = await sql<{ price: bigint; rule: number; spot: number; option: number }>`
    select (select price from tick where symbol = 1 and slot = ${slot()}) as price, (terms_at(now())).rule as rule,
      (money_at(now())).spot_spread_bp as spot, (money_at(now())).option_spread_bp as option`.execute(world.owner);
  const { price, rule, spot: spotSpread, option: optionSpread } = rows[0]!;
  const wallets = { fund: 1025n, spot: 3073n, contract: 4097n, options: 5121n };
  return {
    ...{ world, ann, bob, leaver, pledge, rejected, rule, price, spotSpread, optionSpread, now },
    ...{ product: staking.product, withdrawal: asked.id, openCase: await newCase('withdrawal', ann), option: order.id },
    carol: { number: carol.number, openCase: await newCase('withdrawal', carol), saved },
    head: slot(),
    volatility: order.quote.volatility,
    today,
    wallet: (name: keyof typeof wallets, whose: { number: bigint } = ann) => (whose.number << 16n) + wallets[name],
  };
}
