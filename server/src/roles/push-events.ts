import type { EventFrame, ListeningFrame, RefusedFrame } from '@glasshouse/protocol/market/live';
import { sessionEndedSubject } from '#people/people/people.ts';
import { createAuthenticate } from '#people/session/session.ts';
import { textFrame } from '#platform/http/frames.ts';
import { type Channel, type Client, openChannel, send } from '#platform/http/live.ts';
import { every, guarded } from '#platform/runtime/faults.ts';
import type { Process } from './process.ts';

const askAgainEvery = 60_000;
const maxAtOnce = 1000; // clients looked up together

type BarredReason = Extract<RefusedFrame['reason'], 'not_logged_in' | 'account_abnormal'>;

/**
 * One channel per person, for events that other roles publish after they are committed. Clients whose session ends or
 * whose account is frozen are disconnected as soon as that is published.
 */
export function openEvents(
  { db, bus, clock, log }: Process<'push'>,
  cut: (client: Client, channel: Channel, reason: BarredReason) => void,
) {
  const people = new Map<bigint, { channel: Channel; stop: () => void }>();
  const owners = new Map<Channel, bigint>();
  // An open connection isn't a person's action: these checks don't extend the session.
  const authenticate = createAuthenticate(db, { present: false });
  const whose = async ({ token }: Client): Promise<bigint | BarredReason> => {
    const user = token && (await authenticate(clock(), token));
    if (!user) return 'not_logged_in';
    return user.frozen ? 'account_abnormal' : user.number;
  };
  const open = async (client: Client): Promise<Channel | BarredReason> => {
    const user = await whose(client);
    if (typeof user === 'string') return user;
    const known = people.get(user);
    if (known) return known.channel;
    const channel = openChannel('events', () => {
      const frame = { of: 'events', kind: 'listening', time: clock().getTime() } satisfies ListeningFrame;
      return textFrame(JSON.stringify(frame));
    });
    const hear = (text: string) => {
      const event = readEvent(text);
      const frame = { of: 'events', kind: 'event', time: clock().getTime(), event } satisfies EventFrame;
      if (event) send({ channel, frame: textFrame(JSON.stringify(frame)) });
    };
    people.set(user, { channel, stop: bus.subscribe(`user.${user}`, hear) });
    owners.set(channel, user);
    return channel;
  };
  const left = (channel: Channel) => {
    const user = owners.get(channel);
    if (user === undefined) return;
    people.get(user)?.stop();
    people.delete(user);
    owners.delete(channel);
  };

  // People whose clients must be checked again. One round runs at a time; people added during a round are checked in
  // the next.
  const named = new Set<bigint>();
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      while (named.size > 0) {
        const clients = [...named].flatMap((user) => {
          const channel = people.get(user)?.channel;
          return channel ? [...channel.members].map((client) => ({ client, channel })) : [];
        });
        named.clear();
        for (let i = 0; i < clients.length; i += maxAtOnce) {
          const some = clients.slice(i, i + maxAtOnce);
          const users = await Promise.all(some.map(({ client }) => whose(client)));
          some.forEach(({ client, channel }, place) => {
            const user = users[place]!;
            if (typeof user === 'string') cut(client, channel, user);
          });
        }
      }
    } finally {
      looking = false;
    }
  };
  const lookAt = guarded(log, 'live', (users: Iterable<bigint>) => {
    for (const user of users) if (people.has(user)) named.add(user);
    return look();
  });
  const stops = [
    bus.subscribe(sessionEndedSubject, (text) => /^\d{1,18}$/.test(text) && lookAt([BigInt(text)])),
    // Checking all clients regularly finds missed messages and expired sessions.
    every(log, 'live', askAgainEvery, () => lookAt(people.keys())),
  ];
  return {
    open,
    left,
    lookAt: (channel: Channel) => lookAt([owners.get(channel)!]),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Parses an event, so that no message on the bus can break the frame around it. */
function readEvent(text: string): object | undefined {
  try {
    const event = JSON.parse(text);
    return typeof event === 'object' && event !== null ? event : undefined;
  } catch {
    return undefined;
  }
}
