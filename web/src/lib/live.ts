import { now } from '@glasshouse/kit/clock.ts';
import { type LiveFrame, type LiveRequest, nameOf, type Watch } from '@glasshouse/protocol/market/live';
import { create } from 'zustand';
import { type EarlyLive, takeLive } from './boot-handoff.ts';
import { heardTime } from './server-clock.ts';

/** `lost` means that something is wanted and cannot be had at the moment. */
type Phase = 'idle' | 'opening' | 'live' | 'lost';
export const useLive = create<{ phase: Phase }>(() => ({ phase: 'idle' }));

type Hear = (frame: LiveFrame) => void;
type Channel = { watch: Watch; hearers: Set<Hear>; leaving?: Timer };
type Timer = ReturnType<typeof setTimeout> | undefined;
type Socket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;
type Early = Pick<EarlyLive, 'watch' | 'heard'> & { socket: Socket };
type Parts = {
  connect: () => Socket;
  /** A connection that is there already. */
  early?: () => Early | undefined;
  random?: () => number;
  show: (phase: Phase) => void;
};

const openWithin = 8000;
const silentFor = 12_000; // the server says something at least every 5 s
const lingers = 2000; // from one page to the next the channel stays
const askAgainAfter = 3000;
const longestWait = 30_000;

/** One connection for the whole app. It opens when somebody listens, mends itself, and closes when nobody is left. */
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
  // Half of the wait is chance, so that those who lost the same server do not all come back at the same moment.
  const fail = () => {
    drop();
    show('lost');
    const wait = Math.min(longestWait, 1000 * 2 ** tries++);
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
    if (known && own.readyState === 1) queueMicrotask(() => own === socket && takeOver(known));
  };
  /** Asks an open connection for the rest, and hears what it has said so far. Later, so that all who begin to listen now hear it. */
  const takeOver = ({ watch: had, heard }: Early) => {
    for (const [of, { watch }] of channels) if (of !== nameOf(had)) say('watch', watch);
    for (const { data, at } of heard) hear(JSON.parse(data), at);
  };
  const hear = (frame: LiveFrame, at = now()) => {
    listenFor(silentFor);
    heardTime(frame.time, at);
    const channel = channels.get(frame.of);
    if (frame.kind === 'refused') {
      if (frame.reason === 'server_error' && channel) setTimeout(() => say('watch', channel.watch), askAgainAfter);
      return;
    }
    // A beat proves the line but brings no price: what was paused stays paused until the first real frame.
    if (frame.kind !== 'beat' && frame.kind !== 'listening') {
      tries = 0;
      show('live');
    }
    for (const each of channel?.hearers ?? []) each(frame);
  };

  return {
    /** Listens to something until the returned function is called. Many may listen to the same thing; it is asked for once. */
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
        }, lingers);
      };
    },
    /** Asks for another snapshot: a frame was missed. */
    again: (watch: Watch) => say('again', watch),
    /** Does not wait any longer before the next try. */
    retry: () => {
      if (!socket) open();
    },
    /** A new connection, because who is asking has changed. */
    reopen: () => {
      if (!socket) return;
      drop();
      open();
    },
    lose: () => {
      if (socket) fail();
    },
    /** Whether anybody can see the page; if not, the connection rests. */
    setAwake: (now: boolean) => {
      awake = now;
      if (awake) open();
      else rest();
    },
  };
}

const hiddenFor = 5000;

const live = openLive({
  early: takeLive,
  connect: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/live`),
  show: (phase) => {
    if (useLive.getState().phase !== phase) useLive.setState({ phase });
  },
});

/** Rests while the page is hidden, and uses the moment at which the network comes back. */
export function watchVisibility(): void {
  let hiding: Timer;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(() => live.setAwake(false), hiddenFor);
    else live.setAwake(true);
  });
  window.addEventListener('offline', live.lose);
  window.addEventListener('online', live.retry);
}

export const { watch: watchLive, again: askLiveAgain, retry: retryLive, reopen: reopenLive } = live;

/**
 * Hears of what happens to the user, by the name of its type. `missed` is called whenever the line begins to listen, and when it could not
 * keep up: what was asked for before may be out of date.
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
