import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { walletOf } from '#money/ledger/ledger.ts';
import { step, type Tx } from '#platform/database/db.ts';
import { figures as sources } from '#roles/domain-registry.ts';
import { openOffice } from '../../../test/office.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { newWorld } from '../../../test/world.ts';
import { dashboardOf } from './dashboard.ts';
import { countSite } from './figures.ts';

test('the dashboard reads fewer than 500 rows, however many users, accounts and sessions exist', async () => {
  const world = await newWorld({ books: 'drift' });
  const office = await openOffice(world);
  await sql`insert into person (id, number, email, country, password_hash, trade_password_hash, invitation_code, registered_at)
    select gen_random_uuid(), n, n || '@big.example', 'GB', 'x', 'x', 'BIG' || n, ${world.clock()}::timestamptz - n * interval '1 minute'
    from generate_series(10000001, 10020000) as n`.execute(world.owner);
  const wallets = (['fund', 'spot', 'contract'] as const).map((name) => walletOf(1n, name, 'USDT') - 65_536n);
  await sql`insert into account (id, balance) select (number << 16) + code, 1 from person, unnest(${`{${wallets}}`}::bigint[]) as code`.execute(
    world.owner,
  );
  await sql`insert into session (token_hash, id, person, address, device, started_at, seen_at, expires_at)
    select sha256(id::text::bytea), gen_random_uuid(), id, '', '', now(), now(), 'infinity' from person`.execute(
    world.owner,
  );
  await sql`analyze person, account, session`.execute(world.owner);
  // The count itself reads everything: once a minute, in one process.
  await countSite(world.db, world.clock(), sources);
  const { figures } = dashboardOf(sources);
  const look = async (tx: Tx) => {
    const { users, books, backups } = await figures(tx, world.clock());
    expect(backups).toMatchObject({ problem: 'off', verifiedAt: null });
    expect(users).toEqual({ total: 20_000, sessions: 20_000, frozen: 0 });
    expect(books.accounts).toContainEqual({ account: 'fund', currency: 'USDT', amount: '0.02' });
  };
  const read = await step(office.db, (tx) => rowsRead(tx, () => look(tx)));
  expect(read).toBeLessThan(500);
}, 120_000);
