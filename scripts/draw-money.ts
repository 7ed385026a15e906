import { type Arrow, arrows, type Flow, flows } from '../protocol/src/movements/arrows.ts';

const about: Record<Flow, string> = {
  recharge: 'A top-up: by a network it is reviewed, by a test card it passes at once.',
  withdraw: 'A withdrawal, to a practice address or a practice bank account. The money is held from the first moment.',
  transfer: "To another member, as the payer sees it. Booked by the payer's side.",
  receive: 'From another member, as the payee sees it.',
  upgrade: 'The deposit of a membership, topped up to that of the new level.',
  refund: 'The deposit of a membership comes back: asked for and reviewed, or at the end of a month of VIP 1.',
  move: "Between one's own wallets, at once.",
  exchange: 'USDT for yuan or back, at once.',
};
const by: Record<Arrow['walker'], string> = {
  app: "the users' process",
  office: "the operators' process, with a reason",
  function: 'a function of the database alone',
};

const diagram = (flow: Flow): string => {
  const lines = arrows
    .filter((arrow) => arrow.flow === flow)
    .map(({ from, to, posts }) => `  ${from === 'start' ? '[*]' : from} --> ${to}${posts ? `: ${posts}` : ''}`);
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
};
const table = (flow: Flow): string =>
  [
    '| from | to | books | taken by |',
    '|---|---|---|---|',
    ...arrows
      .filter((arrow) => arrow.flow === flow)
      .map(({ from, to, posts, walker }) => `| ${from} | ${to} | ${posts ?? ''} | ${by[walker]} |`),
  ].join('\n');

/** docs/money.md: every flow of money, its states and what is booked between them. */
export const drawMoney = (): string => `# Money in, out and across

Every movement of money that a user begins has a state and goes along arrows. This page is drawn from \`protocol/src/movements/arrows.ts\`
by \`npm run money\`; the table \`movement_arrow\` repeats it, and the database refuses every other way. What an arrow books is booked in the same
statement in which the state changes, under the movement's id and a kind of its own: so it is booked once, whatever is retried or dies.

No role of the server writes a movement. Arrows of the users' or the operators' process are taken by \`start_movement\` and \`walk_movement\`;
those that make money come or go are taken by a function of their domain alone, which looks at the decided case, the limits and
the clock first. Why: [0089](adr/0089-movements.md). How legs and balances are kept: [ledger.md](ledger.md).

${flows.map((flow) => `## ${flow}\n${about[flow]}\n\n${diagram(flow)}\n\n${table(flow)}`).join('\n\n')}
`;
