import { randomUUID } from 'node:crypto';
import { sendAppeal } from '@glasshouse/protocol/appeals/calls';
import { transfer } from '@glasshouse/protocol/assets/calls';
import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import { correctBalance, freezeUser } from '@glasshouse/protocol/backoffice/users';
import { logIn, setUp } from '@glasshouse/protocol/operators/session';
import { claimReviewCase, decideReviewCase, listReviewCases } from '@glasshouse/protocol/review/office';
import {
  planMaintenance,
  saveAnnouncement,
  saveMoney,
  saveSettings,
  showMoney,
  showSettings,
} from '@glasshouse/protocol/site/office';
import { buyProduct } from '@glasshouse/protocol/wealth/calls';
import { publishVersion, saveDraft } from '@glasshouse/protocol/wealth/office';
import {
  type Cookies,
  keepOwner,
  makeOwner,
  newInvitation,
  newOperator,
  type Operator,
  officeCall,
  setUpByCalls,
} from './office.ts';
import { type Account, openAccount } from './people.ts';
import { arrange, newCaller } from './server.ts';
import { submitSpecimen } from './specimens.ts';

const day = 86_400_000;
const names = ['hayashi.mika', 'osei.k', 'nguyen.thao', 'petrova.a', 'kim.jisoo', 'laurent.c'];
const appeals = [
  'My phone was stolen on the train on Monday. I have a new number since yesterday and changed both passwords. I would like to go on practising; please look at the account again.',
  'I shared my screen in a class and somebody may have seen my password. It is changed, and all other sessions are logged out.',
  'The transfers between my own wallets were an exercise from a course. I can send the course sheet if that helps.',
  'I was told the account was paused because of two accounts from one address. My sister lives with me and has her own.',
];

/** Operators halfway in: with an unused link, with only a password set, with only the password given. */
type Newcomers = { link: string; enrolling: { cookies: Cookies }; halfway: { cookies: Cookies } };

export type World = Newcomers & {
  staff: Record<'reviewer' | 'product_manager' | 'support' | 'auditor' | 'owner', Operator>;
  users: Account[];
};

/** Builds a site in operation through the calls; only the waiting times are written to the database. */
export async function buildWorld(): Promise<World> {
  const owner = await setUpByCalls(await makeOwner('Olga Owner', 'owner@office.example'), 'Olga Owner');
  await keepOwner(owner.cookies);
  const staff = {
    owner,
    support: await newOperator('support', 'Sofia Support'),
    reviewer: await newOperator('reviewer', 'Rita Review'),
    product_manager: await newOperator('product_manager', 'Paul Product'),
    auditor: await newOperator('auditor', 'Amir Audit'),
  };
  const users: Account[] = [];
  for (const name of names) users.push(await openAccount(name));
  await frozenAndAppealing(users, staff.support.cookies, await newOperator('support', 'Sven Support'));
  await identities(users.slice(4));
  await corrections(users, staff);
  await texts(staff.product_manager.cookies, staff.reviewer.cookies);
  await products(users.at(-1)!, staff.product_manager.cookies);
  await pastDays();
  return { staff, users, ...(await newcomers(staff)) };
}

async function newcomers({ support }: World['staff']): Promise<Newcomers> {
  const [link, used] = [await newInvitation('Nia New'), await newInvitation('Noel New')];
  const [enrolling, halfway]: [Cookies, Cookies] = [new Map(), new Map()];
  await officeCall(setUp, { token: used.split('#')[1]!, password: support.password }, enrolling);
  await officeCall(logIn, { email: support.email, password: support.password }, halfway);
  // A log-in must continue within five minutes; taking all the pictures takes longer.
  await arrange(`update operator_session set expires_at = now() + interval '1 hour' where factor is null`);
  return { link, enrolling: { cookies: enrolling }, halfway: { cookies: halfway } };
}

async function frozenAndAppealing(users: readonly Account[], support: Cookies, freezer: Operator): Promise<void> {
  const reason = 'Log-ins from two countries within an hour; paused until the holder confirms them.';
  for (const [i, text] of appeals.entries()) {
    const user = users[i]!;
    await officeCall(freezeUser, { number: user.info.number, reason }, freezer.cookies);
    await newCaller(user.cookies)(sendAppeal, { text });
  }
  await ages();
  const { list } = await officeCall(
    listReviewCases,
    { kind: 'appeal', state: 'waiting', sort: 'oldest', limit: 50 },
    support,
  );
  // The third was rejected once and appeals again.
  const again = list[2]!;
  await officeCall(claimReviewCase, { id: again.id }, support);
  const answer = 'Please send the course sheet to the help desk first.';
  await officeCall(decideReviewCase, { id: again.id, decision: 'reject', checks: [], reason: answer }, support);
  const user = users.find(({ info }) => info.number === again.number)!;
  await newCaller(user.cookies)(sendAppeal, { text: `${appeals[2]} The sheet is with the help desk now.` });
  await ages();
}

/** Two users submit a specimen. */
async function identities(users: readonly Account[]): Promise<void> {
  for (const [i, user] of users.entries()) {
    const name = user.username
      .split('.')
      .map((part) => part[0]!.toUpperCase() + part.slice(1))
      .join(' ');
    await submitSpecimen(user, { name, number: `SPEC-${8620 + i}-4711` });
  }
}

/** Cases have waited for up to a quarter of an hour, the oldest the longest. */
const ages = () =>
  arrange(
    `update review_case set submitted_at = now() - (15 - 3 * turn.place) * interval '1 minute'
     from (select id, row_number() over (order by submitted_at) as place from review_case where decision is null) turn
     where turn.id = review_case.id`,
  );

async function corrections([user]: readonly Account[], { support, reviewer }: World['staff']): Promise<void> {
  const common = { number: user!.info.number, wallet: 'fund', currency: 'USDT' } as const;
  const first = 'Booked twice during the fault of Tuesday evening; one of the two is taken back.';
  await officeCall(
    correctBalance,
    { ...common, id: randomUUID(), direction: 'debit', amount: '25.50', reason: first },
    support.cookies,
  );
  const second = 'Welcome grant was short by ten after the change of settings.';
  await officeCall(
    correctBalance,
    { ...common, id: randomUUID(), direction: 'credit', amount: '10.00', reason: second },
    reviewer.cookies,
  );
}

async function texts(manager: Cookies, reviewer: Cookies): Promise<void> {
  const { list } = await officeCall(showSettings, { limit: 1 }, manager);
  const { version, settings } = list[0]!;
  const changed = { ...settings, title: 'Glasshouse school' };
  await officeCall(
    saveSettings,
    { expectedVersion: version, settings: changed, reason: 'The name of our school' },
    manager,
  );
  const [money] = (await officeCall(showMoney, { limit: 1 }, manager)).list;
  const ask = (rest: object, reason: string) => {
    const body = { expectedVersion: money!.version, settings: { ...money!.settings, ...rest }, reason };
    return officeCall(saveMoney, body, manager);
  };
  const [announced] = [
    await ask({ cnyRate: '7.35' }, 'The rate of the week'),
    await ask({ fee: '0.80' }, 'Smaller fee'),
  ];
  await officeCall(
    decideApproval,
    { id: announced.waiting!, decision: 'approve', reason: 'As agreed on Monday' },
    reviewer,
  );
  const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
  const english = 'New in the help centre: how to check a result yourself, step by step.';
  const several = {
    'en-US': english,
    'zh-CN': '帮助中心新增：如何一步步自行核对结果。',
    'ja-JP': 'ヘルプに追加：結果を自分で確かめる手順。',
  };
  await officeCall(
    saveAnnouncement,
    { id: null, texts: several, from: inDays(-1), until: inDays(6), reason: 'Help page is out' },
    manager,
  );
  const soon = { 'zh-CN': '下周一起新增四种币的价格。', 'en-US': 'Prices of four more coins from Monday on.' };
  await officeCall(
    saveAnnouncement,
    { id: null, texts: soon, from: inDays(2), until: inDays(9), reason: 'Four coins on Monday' },
    manager,
  );
  await officeCall(
    planMaintenance,
    { from: inDays(2), until: inDays(2.05), texts: null, reason: 'New database version' },
    manager,
  );
}

/** A draft that waits for a second person, and a user who holds a product on offer. */
async function products(user: Account, manager: Cookies): Promise<void> {
  const terms = { kind: 'trust', unit: '10.00' as never, rateBp: 780, days: 120 } as const;
  const window = { opensAt: new Date().toISOString(), closesAt: null };
  const offer = { label: 'Autumn 120', power: '', terms, least: 5, most: 2000, quota: 50_000, ...window };
  const reason = 'Between the quarter and the half year';
  const named = await officeCall(saveDraft, { product: null, expected: null, offer, reason }, manager);
  await officeCall(publishVersion, { ...named, offer, reason }, manager);
  const call = newCaller(user.cookies);
  await call(transfer, { id: randomUUID(), from: 'fund', to: 'financial', amount: '4000' as never });
  const wish = { version: 1, tradePassword: '123456' };
  for (const [product, units] of [
    [1, 500],
    [4, 1200],
    [7, 60_000],
    [10, 2],
  ] as const)
    await call(buyProduct, { ...wish, id: randomUUID(), product, units });
}

const pastDays = () =>
  arrange(
    `insert into person (id, number, email, username, country, password_hash, trade_password_hash, invitation_code, registered_at, security_changed_at)
     select gen_random_uuid(), nextval('person_number'), 'past' || n || '@mail.example', null, 'GB', 'x', 'x', 'PAST' || n, at, at
     from (select n, now() - (1 + n * n % 13) * interval '1 day' as at from generate_series(1, 60) n) past`,
  );
