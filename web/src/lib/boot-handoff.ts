import type { Envelope } from '@glasshouse/kit/http.ts';
import type { Watch } from '@glasshouse/protocol/market/live';

/** A connection that was opened before the code was there: what it was asked for, and what came of it, each with the moment it did. */
export type EarlyLive = { socket: WebSocket; watch: Watch; heard: { data: string; at: number }[] };

declare global {
  interface Window {
    /** What public/boot.js has asked for while the code was on its way. */
    early?: {
      since: number;
      answers: Record<string, Promise<Response>>;
      mounting: Promise<unknown>;
      live?: EarlyLive | undefined;
    };
  }
}

/** What was asked for longer ago than this may be out of date. */
const goodFor = 20_000;
const readyState = { connecting: 0, open: 1 };

/** The answer to a call that boot.js has made already, once; undefined when there is none, or none of any use. */
export function takeAnswer(path: string, body: object): (() => Promise<Envelope>) | undefined {
  const { since = 0, answers } = (typeof window === 'undefined' ? undefined : window.early) ?? {};
  const answer = answers?.[path];
  if (!answers || !answer || Object.keys(body).length > 0) return undefined;
  delete answers[path];
  if (performance.now() - since > goodFor) return undefined;
  return async () => {
    const response = await answer;
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  };
}

/** The connection that boot.js has opened, once, if it has not broken meanwhile. */
export function takeLive(): EarlyLive | undefined {
  const { early } = window;
  const live = early?.live;
  if (!early || !live) return undefined;
  early.live = undefined;
  const { connecting, open } = readyState;
  return live.socket.readyState === connecting || live.socket.readyState === open ? live : undefined;
}
