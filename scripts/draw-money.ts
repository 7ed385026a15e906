import { type Arrow, arrows, type Flow, flows } from '../protocol/src/movements/arrows.ts';

const about: Record<Flow, string> = {
  recharge: 'A top-up. By a network it is reviewed; by a test card it passes immediately.',
  withdraw: 'A withdrawal to a practice address or a practice bank account. The money is held from the start.',
  transfer: "A transfer to another member, as the payer sees it. The payer's side books it.",
  receive: 'A transfer from another member, as the payee sees it.',
  upgrade: 'A VIP deposit, raised to that of the new level.',
  refund: 'A VIP deposit is returned: requested and reviewed, or at the end of a month of VIP 1.',
  move: "A transfer between a user's own wallets, immediate.",
  exchange: 'An exchange of USDT for CNY or back, immediate.',
};
const by: Record<Arrow['walker'], string> = {
  app: "the users' process",
  office: "the operators' process, with a reason",
  function: 'a database function only',
};

const diagram = (flow: Flow): string => {
  const lines = arrows
    .filter((arrow) => arrow.flow === flow)
    .map(({ from, to, posts }) => `  ${from === 'start' ? '[*]' : from} --> ${to}${posts ? `: ${posts}` : ''}`);
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
};
const table = (flow: Flow): string =>
  [
    '| From | To | Books | Taken by |',
    '|---|---|---|---|',
    ...arrows
      .filter((arrow) => arrow.flow === flow)
      .map(({ from, to, posts, walker }) => `| ${from} | ${to} | ${posts ?? ''} | ${by[walker]} |`),
  ].join('\n');

/** docs/reference/money-movements.md: every flow of money, its states and the postings between them. */
export const drawMoney = (): string => `# Money movements

Top-ups, withdrawals, transfers and other movements of money that a user starts have a state. This
page shows the states and the arrows between them. \`npm run money\` draws it from
\`protocol/src/movements/arrows.ts\`. The table \`movement_arrow\` repeats them, and the database
refuses all others. An arrow's posting is booked in the statement that changes the state, under the
movement's id and its own kind, so retries and crashes never book it twice.

No server role can write a movement directly. \`start_movement\` and \`walk_movement\` take the arrows
of the users' and the operators' process. Arrows that create or destroy money are taken only by a
function of their domain, which first checks the decided case, the limits and the time
([ADR 0089](../adr/0089-track-all-user-money-movements-in-one-state-table.md)). See
[the ledger](../explanation/ledger.md) for balances.

${flows.map((flow) => `## ${flow}\n\n${about[flow]}\n\n${diagram(flow)}\n\n${table(flow)}`).join('\n\n')}
`;
