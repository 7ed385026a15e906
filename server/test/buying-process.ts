import { openDb, openPool, step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { buy, type PurchaseResult } from '#trading/wealth/sql.ts';

// A separate process that buys one unit of a product `count` times, with as many concurrent purchases as it has
// connections, for the given people in turn. It prints how often each answer occurred.
const [url, product, count, ...people] = process.argv.slice(2);
const connections = 8;
const pool = openPool(url!, connections, () => {});
const db = openDb(pool);
const answers: PurchaseResult[] = [];
let asked = 0;
async function ask(): Promise<void> {
  while (asked < Number(count)) {
    const owner = BigInt(people[asked++ % people.length]!);
    const wish = { owner, id: newId(), product: Number(product), version: 1, units: 1 };
    answers.push(await step(db, (tx) => buy(tx, new Date(), wish)));
  }
}
await Promise.all(Array.from({ length: connections }, ask));
await pool.end();
const counted = Object.entries(Object.groupBy(answers, (answer) => answer));
process.stdout.write(JSON.stringify(Object.fromEntries(counted.map(([answer, list]) => [answer, list.length]))));
