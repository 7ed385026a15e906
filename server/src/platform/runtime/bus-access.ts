import { nkeys } from '@nats-io/transport-node';

/**
 * The subjects on NATS that each role publishes and subscribes to. `*` stands for the number of a user. The types of
 * `bus.ts` keep the code to this table, and `natsUsers` keeps a NATS server to it. A role without subjects never
 * connects.
 */
export const busAccess = {
  api: { publish: ['user.*', 'session.ended', 'traced.order'], subscribe: [] },
  office: { publish: ['user.*', 'session.ended'], subscribe: [] },
  worker: { publish: ['user.*', 'session.ended'], subscribe: [] },
  feed: { publish: ['tape.tick', 'tape.minute'], subscribe: [] },
  settle: { publish: ['user.*'], subscribe: ['tape.tick', 'traced.order'] },
  push: { publish: [], subscribe: ['user.*', 'session.ended', 'tape.tick', 'tape.minute'] },
  log: { publish: [], subscribe: [] },
  beacon: { publish: [], subscribe: [] },
} as const;

export type RoleName = keyof typeof busAccess;
type Pattern = (typeof busAccess)[RoleName]['publish' | 'subscribe'][number];
type Matching<P extends Pattern> = P extends `${infer Kind}.*` ? `${Kind}.${bigint}` : P;
export type PublishedBy<R extends RoleName> = Matching<(typeof busAccess)[R]['publish'][number]>;
export type SubscribedBy<R extends RoleName> = Matching<(typeof busAccess)[R]['subscribe'][number]>;
export type Subject = Matching<Pattern>;

export const roleNames = Object.keys(busAccess) as RoleName[];
type BusRole = { [R in RoleName]: PublishedBy<R> | SubscribedBy<R> extends never ? never : R }[RoleName];
/** Whether a role connects to NATS, with a login of its own where NATS asks for one. */
export const isBusRole = (role: RoleName): role is BusRole =>
  busAccess[role].publish.length + busAccess[role].subscribe.length > 0;

/** The name of the environment variable with a role's login: the seed of its nkey. */
export const seedLine = <R extends BusRole>(role: R) => `${role.toUpperCase() as Uppercase<R>}_NATS_SEED` as const;

/** Seeds of user keys begin like this; the rest is checked when they are used. */
export const seedPattern = /^SU[A-Z2-7]{56}$/;
export const newSeed = (): string => Buffer.from(nkeys.createUser().getSeed()).toString();
export const publicKeyOf = (seed: string): string => nkeys.fromSeed(Buffer.from(seed)).getPublicKey();

/**
 * The `authorization` block of a NATS server for one database: a user for each role that connects, with exactly its subjects. It holds
 * public keys only. Anonymous connections are refused because there are users.
 */
export function natsUsers(database: string, seedOf: (role: BusRole) => string): string {
  const only = (patterns: readonly Pattern[]) =>
    patterns.length > 0 ? `{ allow: ${JSON.stringify(patterns.map((one) => `${database}.${one}`))} }` : '{ deny: ">" }';
  const users = roleNames.filter(isBusRole).map((role) => {
    const { publish, subscribe } = busAccess[role];
    return `    # ${role}
    { nkey: ${publicKeyOf(seedOf(role))}, permissions: { publish: ${only(publish)}, subscribe: ${only(subscribe)} } }`;
  });
  return `# Made by npm run secrets from server/src/platform/runtime/bus-access.ts. It holds no secret.\nauthorization {
  users: [
${users.join('\n')}
  ]
}
`;
}
