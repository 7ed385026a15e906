import { now } from '@glasshouse/kit/clock.ts';
import { type LiveFrame, type LiveRequest, nameOf, type Watch } from '@glasshouse/protocol/market/live';
import { create } from 'zustand';
import { type EarlyLive, takeLive } from './boot-handoff.ts';
import { noteServerTime } from './server-clock.ts';

/** `lost`: something is subscribed and the connection is down. */
type Phase = 'idle' | 'opening' | 'live' | 'lost';
export const useLive = create<{ phase: Phase }>(() => ({ phase: 'idle' }));

type Hear = (frame: LiveFrame) => void;
type Channel = { watch: Watch; hearers: Set<Hear>; leaving?: Timer };
type Timer = ReturnType<typeof setTimeout> | undefined;
type Socket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;
type Early = Pick<EarlyLive, 'watch' | 'heard'> & { socket: Socket };
type Parts = {
  connect: () => Socket;
  /** A connection that is already open. */
  early?: () => Early | undefined;
  random?: () => number;
  show: (phase: Phase) => void;
};

const openWithin = 8000;
const silentFor = 12_000; // the server sends something at least every 5 s
const leaveDelay = 2000; // the channel stays open while the user moves from one page to the next
const askAgainAfter = 3000;
const maxWait = 30_000;

/**
 * The app's only live connection. It opens with the first listener, reconnects after a failure, and closes after the
 * last listener has left.
 */
export function openLive({ connect, early = () => undefined, random = Math.random, show }: Parts) {
  const channels = new Map<string, Channel>();
  let socket: Socket | undefined;
  let tries = 0;
  let awake = true;
  let retrying: Timer;
  let silence: Timer;

  const say = (op: LiveRequest['op'], watch: Watch) => {
    if (socket?.readyState === 1) socket.send(JSON.stringify({ op, watch } satisfies LiveRequest));
  };
  const listenFor = (ms: number) => {
    clearTimeout(silence);
    silence = setTimeout(() => fail(), ms);
  };
  const drop = () => {
    const old = socket;
    socket = undefined;
    clearTimeout(silence);
    clearTimeout(retrying);
    old?.close();
  };
  const rest = () => {
    drop();
    tries = 0;
    show('idle');
  };
  // Half of the wait is random, so that the clients of a lost server don't all return at the same moment.
  const fail = () => {
    drop();
    show('lost');
    const wait = Math.min(maxWait, 1000 * 2 ** tries++);
    retrying = setTimeout(open, wait * (0.5 + random() / 2));
  };
  const open = () => {
    if (socket || !awake || channels.size === 0) return;
    clearTimeout(retrying);
    if (tries === 0) show('opening');
    const known = early();
    const own = known?.socket ?? connect();
    socket = own;
    listenFor(openWithin);
    own.onopen = () => {
      for (const { watch } of channels.values()) say('watch', watch);
    };
    own.onmessage = ({ data }) => own === socket && hear(JSON.parse(data));
    own.onclose = () => own === socket && fail();
    if (known && own.readyState === 1) queueMicrotask(() => own === socket && adoptConnection(known));
  };
  /**
   * Subscribes an open connection to the remaining channels and processes its buffered frames. Called later, so that
   * all current listeners receive them.
   */
  const adoptConnection = ({ watch: had, heard }: Early) => {
    for (const [of, { watch }] of channels) if (of !== nameOf(had)) say('watch', watch);
    for (const { data, at } of heard) hear(JSON.parse(data), at);
  };
  const hear = (frame: LiveFrame, at = now()) => {
    listenFor(silentFor);
    noteServerTime(frame.time, at);
    const channel = channels.get(frame.of);
    if (frame.kind === 'refused') {
      if (frame.reason === 'server_error' && channel) setTimeout(() => say('watch', channel.watch), askAgainAfter);
      return;
    }
    // A heartbeat proves the connection but brings no price: paused prices stay paused until the first real frame.
    if (frame.kind !== 'beat' && frame.kind !== 'listening') {
      tries = 0;
      show('live');
    }
    for (const each of channel?.hearers ?? []) each(frame);
  };

  return {
    /**
     * Listens to a channel until the returned function is called. Listeners of the same channel share one subscription.
     */
    watch: (watch: Watch, hearer: Hear): (() => void) => {
      const of = nameOf(watch);
      const known = channels.get(of);
      const channel: Channel = known ?? { watch, hearers: new Set() };
      clearTimeout(channel.leaving);
      channels.set(of, channel);
      channel.hearers.add(hearer);
      if (!known) say('watch', watch);
      else if (channel.hearers.size === 1) say('again', watch);
      open();
      return () => {
        channel.hearers.delete(hearer);
        if (channel.hearers.size > 0) return;
        clearTimeout(channel.leaving);
        channel.leaving = setTimeout(() => {
          channels.delete(of);
          say('leave', watch);
          if (channels.size === 0) rest();
        }, leaveDelay);
      };
    },
    /** Requests another snapshot after a missed frame. */
    again: (watch: Watch) => say('again', watch),
    /** Skips the wait before the next try. */
    retry: () => {
      if (!socket) open();
    },
    /** Opens a new connection because another user is logged in. */
    reopen: () => {
      if (!socket) return;
      drop();
      open();
    },
    lose: () => {
      if (socket) fail();
    },
    /** Whether the page is visible; if not, the connection closes. */
    setAwake: (now: boolean) => {
      awake = now;
      if (awake) open();
      else rest();
    },
  };
}

const hideDelay = 5000;

const live = openLive({
  early: takeLive,
  connect: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/live`),
  show: (phase) => {
    if (useLive.getState().phase !== phase) useLive.setState({ phase });
  },
});

/** Closes the connection while the page is hidden, and reconnects as soon as the network returns. */
export function watchVisibility(): void {
  let hiding: Timer;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(() => live.setAwake(false), hideDelay);
    else live.setAwake(true);
  });
  window.addEventListener('offline', live.lose);
  window.addEventListener('online', live.retry);
}

export const { watch: watchLive, again: askLiveAgain, retry: retryLive, reopen: reopenLive } = live;

/**
 * Listens to the user's events of one type. `missed` is called whenever the subscription starts and when the connection
 * could not keep up, because data fetched before may be out of date.
 */
export const watchEvents = <E extends { type: string }>(
  type: E['type'],
  hear: (event: E) => void,
  missed: () => void,
): (() => void) =>
  watchLive({ topic: 'events' }, (frame) => {
    if (frame.kind === 'listening') missed();
    else if (frame.kind === 'event' && isOfType<E>(frame.event, type)) hear(frame.event);
  });

const isOfType = <E extends { type: string }>(event: unknown, type: E['type']): event is E =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === type;
