import type { Envelope } from '@glasshouse/kit/http.ts';
import type { Watch } from '@glasshouse/protocol/market/live';

/**
 * A connection opened before the app's code had loaded, with its subscription and the messages received so far, each
 * with its time.
 */
export type EarlyLive = { socket: WebSocket; watch: Watch; heard: { data: string; at: number }[] };

declare global {
  interface Window {
    /** Requests started by public/boot.js while the code was loading. */
    early?: {
      since: number;
      answers: Record<string, Promise<Response>>;
      mounting: Promise<unknown>;
      live?: EarlyLive | undefined;
    };
  }
}

/** Milliseconds after which an early answer counts as outdated. */
const maxAge = 20_000;
const readyState = { connecting: 0, open: 1 };

/**
 * Returns the answer to a call that boot.js has already made, once. Returns `undefined` if there is no such call, or it
 * failed or is outdated.
 */
export function takeAnswer(path: string, body: object): (() => Promise<Envelope>) | undefined {
  const { since = 0, answers } = (typeof window === 'undefined' ? undefined : window.early) ?? {};
  const answer = answers?.[path];
  if (!answers || !answer || Object.keys(body).length > 0) return undefined;
  delete answers[path];
  if (performance.now() - since > maxAge) return undefined;
  return async () => {
    const response = await answer;
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  };
}

/** Returns the connection that boot.js has opened, once, if it is still intact. */
export function takeLive(): EarlyLive | undefined {
  const { early } = window;
  const live = early?.live;
  if (!early || !live) return undefined;
  early.live = undefined;
  const { connecting, open } = readyState;
  return live.socket.readyState === connecting || live.socket.readyState === open ? live : undefined;
}
