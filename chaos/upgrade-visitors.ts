import { setTimeout as wait } from 'node:timers/promises';
import { registerUser } from './http-user.ts';
import { openTapeClient } from './tape-clients.ts';

const streams = 12;
export type VisitorReport = { faults: string[]; registered: number; files: number; silence: number };

/**
 * Visitors during an upgrade. They open the page and all files it refers to, keep a page open and load another of its
 * files later, register, and follow the live prices.
 */
export function startVisitors(door: string, ops: string[]) {
  const faults: string[] = [];
  const [registered, files] = [new Set<string>(), new Set<string>()];
  const clients = Array.from({ length: streams }, (_, number) =>
    openTapeClient([`${door.replace('http', 'ws')}/live`], door, number),
  );
  let stopped = false;
  let silence = 0;
  const get = async (path: string): Promise<string> => {
    const response = await fetch(door + path, { signal: AbortSignal.timeout(10_000) });
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    if (!response.ok || (path !== '/' && isPage)) throw new Error(`${path} is answered with ${response.status}`);
    return response.text();
  };
  const until = async (pause: number, act: (round: number) => Promise<void>) => {
    for (let round = 0; !stopped; round++) {
      await act(round).catch((error: Error) => faults.push(`${error.message} ${error.cause ?? ''}`));
      await wait(pause);
    }
  };
  const all = [
    until(500, async () => {
      for (const [, name] of (await get('/')).matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)) {
        await get(name!);
        files.add(name!);
      }
    }),
    // Pages that were opened long ago, and load their remaining files now.
    until(300, async (round) => {
      const name = [...files][round % Math.max(files.size, 1)];
      if (name) await get(name);
    }),
    until(3000, async (round) => {
      const phone = `+861370000${String(round).padStart(4, '0')}`;
      await registerUser(door, ops, phone);
      registered.add(phone);
    }),
    ...clients.map(async (client) => {
      let [newest, at] = [0, performance.now()];
      while (!stopped) {
        await wait(100);
        if (client.newestSlot() === newest) continue;
        if (newest > 0) silence = Math.max(silence, performance.now() - at);
        [newest, at] = [client.newestSlot(), performance.now()];
      }
      silence = Math.max(silence, performance.now() - at);
      for (const key of client.changed) faults.push(`another price for ${key}`);
      client.close();
    }),
  ];
  return {
    stop: async (): Promise<VisitorReport> => {
      stopped = true;
      await Promise.all(all);
      return { faults, registered: registered.size, files: files.size, silence: silence / 1000 };
    },
  };
}
