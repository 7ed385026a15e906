import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf } from './migrations.ts';
import { root } from './run.ts';

const folder = join(root, 'server/migrations');
const files = readdirSync(folder).sort();
/** The last migration of the first release. */
const before = '0291';

test('every migration since the first release only adds, or states what it removes and since when it is unused', () => {
  const numbers = files.map((name) => name.slice(0, 4));
  const faults = files
    .filter((name) => name.slice(0, 4) > before)
    .flatMap((name) => {
      const earlier = numbers.filter((number) => number < name.slice(0, 4));
      return faultsOf(readFileSync(join(folder, name), 'utf8'), earlier).map((fault) => `${name}: ${fault}`);
    });
  expect(faults).toEqual([]);
});

test.each([
  ['drop table trade', 'removes an object'],
  ['drop function pay(uuid)', 'removes an object'],
  ['alter table trade drop column note', 'removes an object'],
  ['alter table trade rename column note to remark', 'renames'],
  ['alter table trade alter column note type bytea', 'type of a column'],
  ['alter table trade alter note set not null', 'does not fill'],
  ['alter table trade alter note drop default', 'drops a default'],
  ['revoke select on trade from glasshouse_app', 'revokes a permission'],
  ['alter table trade add column note text not null', 'no default'],
  ["alter table trade add column side text default '', add note text not null", 'no default'],
  ['alter table trade add constraint side_known check (side in (1, 2))', 'not valid'],
  ['alter table trade drop constraint side_known, add constraint side_known check (side < 4)', 'not valid'],
  ['alter table trade add constraint owned foreign key (owner) references person', 'not valid'],
  ['create index trade_by_owner on trade (owner)', 'concurrently'],
  ['alter table trade add constraint one unique (owner, at)', 'concurrently'],
  ['update trade set side = 1', 'all rows of a table'],
  ['delete from trade', 'all rows of a table'],
  ['lock table trade', 'locks a table'],
  [
    'alter table trade add check (side > 1) not valid; alter table trade validate constraint side_known',
    'separate file',
  ],
])('%s is refused', (statement, fault) => {
  expect(faultsOf(`-- migrate:up\n${statement};\n-- migrate:down\n`).join()).toContain(fault);
});

test.each([
  'create table trade (id uuid primary key, side text not null); create index on trade (side); alter table trade add check (side > 1); revoke all on trade from glasshouse_app',
  "alter table trade add column note text not null default ''",
  'alter table trade add column note text',
  'alter table trade drop constraint side_known, add constraint side_known check (side in (1, 2, 3)) not valid',
  'alter table trade validate constraint side_known',
  'create index concurrently trade_by_owner on trade (owner)',
  'alter table trade add constraint one unique using index trade_once',
  'create or replace function pay() returns void language plpgsql as $$ begin delete from trade; drop table x; end $$',
  'revoke execute on function pay() from public',
  "update site_setting set value = '1' where name = 'x'",
  '-- drop table trade\nselect 1',
])('%s is accepted', (statement) => {
  expect(faultsOf(`-- migrate:up\n${statement};\n-- migrate:down\ndrop table trade;`)).toEqual([]);
});

test('a later removal names the migration after which the removed object is unused', () => {
  const contract = (after: string) =>
    `-- migrate:up\n-- contract after ${after}: nobody reads it\nalter table trade drop note;`;
  expect(faultsOf(contract('0380'), ['0380'])).toEqual([]);
  expect(faultsOf(contract('0390'), ['0380'])).toEqual(['contracts after 0390, which is not an earlier migration']);
  expect(faultsOf(`${contract('0380')} lock table trade;`, ['0380'])).toHaveLength(1);
});
