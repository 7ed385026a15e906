import * as protocol from '../protocol/src/options/calls.ts';
import { appRole, urlFor } from '../server/database/prepare.ts';
import { type Db, openDb, openPool, step } from '../server/src/platform/database/db.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { openSigner, type Signer } from '../server/src/platform/security/signer.ts';
import * as contracts from '../server/src/trading/contracts/contracts.ts';
import * as options from '../server/src/trading/options/options.ts';
import * as spot from '../server/src/trading/spot/spot.ts';
import { newSigningKey } from '../server/test/signing-key.ts';
import { keepQuotes, type ProductName, type Quotes, wantedContract, wantedSpot } from './orders-wishes.ts';
import { ordersDatabase, users } from './orders-world.ts';

const callers = 2048;
// Openers have separate connections, as in the api: a quote holds a connection and may wait for a read of an opener.
const connections = { opening: 4, quoting: 2 };
type Answer = Promise<{ ok: true } | { ok: false; error: string }>;
/** Opens an order of any user. */
type Opener = { open: (owner: number) => Answer; quotes?: Quotes };

const pricer = options.createPricer(); // shared by all runs, as in a server

async function openerFor(product: ProductName, db: Db, quoting: Db, signer: Signer): Promise<Opener> {
  const opening = { db, clock: systemClock, signer };
  if (product === 'contracts') {
    const opener = contracts.createOpener(opening);
    return { open: (owner) => opener.open(BigInt(owner), wantedContract()) };
  }
  if (product === 'spot') {
    const opener = spot.createOpener(opening);
    return { open: (owner) => opener.open(BigInt(owner), wantedSpot(owner)) };
  }
  const opener = options.createOpener({ ...opening, pricer });
  const quotes = await keepQuotes({
    board: (input) =>
      step(quoting, (tx) => options.showBoard(tx, systemClock(), pricer, protocol.showBoard.input.parse(input))),
    quote: async (input) => {
      const asked = protocol.quoteOption.input.parse(input);
      const quoted = await step(quoting, (tx) =>
        options.quoteOption({ tx, now: systemClock() }, { signer, pricer }, asked),
      );
      if (!quoted.ok) throw new Error(`no quote: ${quoted.error}`);
      return quoted.value;
    },
  });
  return { open: (owner) => opener.open(BigInt(owner), quotes.want()), quotes };
}

/** Calls a product's opener in this process, with this many concurrent callers. */
export async function domainOrders(product: ProductName, seconds: number): Promise<{ rate: number; orders: number }> {
  const connect = (count: number) => openDb(openPool(urlFor(ordersDatabase, appRole), count, () => {}));
  const [db, quoting] = [connect(connections.opening), connect(connections.quoting)];
  const { open, quotes } = await openerFor(product, db, quoting, openSigner(newSigningKey()));
  const began = performance.now();
  let orders = 0;
  const caller = async () => {
    while (performance.now() - began < seconds * 1000) {
      const answer = await open(1 + Math.floor(Math.random() * users));
      if (!answer.ok) throw new Error(`an order was refused: ${answer.error}`);
      orders++;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const rate = orders / ((performance.now() - began) / 1000);
  await quotes?.stop();
  await Promise.all([db.destroy(), quoting.destroy()]);
  return { rate, orders };
}
