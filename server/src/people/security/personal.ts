import { inPages, type Personal } from '#platform/http/personal.ts';
import * as factors from '../factors/factors.ts';
import * as table from './sql.ts';

type Event = Awaited<ReturnType<typeof table.eventsOf>>[number];

/** Events of the account, and its factors other than the password. Secrets and hashes are left out. */
export const personal: Personal = async function* (tx, { id }) {
  const since = await factors.authenticatorSince(tx, id);
  yield {
    name: 'ways-in.json',
    json: {
      authenticatorSince: since ?? null,
      recoveryCodesLeft: await factors.countRecovery(tx, factors.person(id)),
      passkeys: (await factors.listPasskeys(tx, factors.person(id))).map(({ id: _, ...passkey }) => passkey),
    },
  };
  yield {
    name: 'security-events.csv',
    rows: inPages<Event>(
      ['at', 'kind', 'detail', 'times', 'address', 'device'],
      (last, limit) => table.eventsOf(tx, id, last?.id, limit),
      ({ at, kind, detail, times, address, device }) => [
        at.toISOString(),
        kind,
        detail ?? '',
        String(times),
        address,
        device,
      ],
    ),
  };
};
