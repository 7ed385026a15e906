import { type Board, follow, type LiveFrame, type LiveRequest } from '../protocol/src/market/live.ts';

export type TapeClient = {
  /** Every received tick: coin and slot to price. The first price received is kept. */
  heard: Map<string, string>;
  /** Ticks that were received again with another price. */
  changed: string[];
  newestSlot: () => number;
  close: () => void;
};

/**
 * A client that behaves like the app: it keeps a board, asks again when a frame is missing, and reconnects to any push
 * that answers.
 */
export function openTapeClient(urls: readonly string[], origin: string, number: number): TapeClient {
  const heard = new Map<string, string>();
  const changed: string[] = [];
  let board: Board | undefined;
  let closed = false;
  let tries = number;
  let lastFrame = 0;
  let slot = 0;
  let socket: WebSocket;
  const ask = (op: LiveRequest['op']) => socket.send(JSON.stringify({ op, watch: { topic: 'quotes' } }));
  const note = (symbol: string, at: number, price: string) => {
    const key = `${symbol} ${at}`;
    const before = heard.get(key);
    if (before === undefined) heard.set(key, price);
    else if (before !== price) changed.push(key);
  };
  const hear = (text: string) => {
    lastFrame = performance.now();
    const frame = JSON.parse(text) as LiveFrame;
    if (!('slot' in frame) || frame.kind === 'candles') return;
    board = follow(board, frame);
    if (!board) return ask('again');
    slot = Math.max(slot, board.slot);
    if (frame.kind === 'ticks') for (const [symbol, price] of frame.ticks) note(symbol, frame.slot, price);
    if (frame.kind === 'snapshot') for (const quote of frame.quotes) note(quote.symbol, quote.slot, quote.price);
  };
  const open = () => {
    if (closed) return;
    board = undefined;
    const url = urls[tries++ % urls.length]!;
    const opened = new WebSocket(url, { headers: { origin } } as never);
    socket = opened;
    lastFrame = performance.now();
    opened.onopen = () => ask('watch');
    opened.onmessage = ({ data }) => hear(String(data));
    opened.onerror = () => {};
    opened.onclose = () => setTimeout(open, 200 + Math.random() * 400);
  };
  // Leaves a connection that died silently. The server sends a heartbeat every five seconds.
  const watch = setInterval(() => {
    if (performance.now() - lastFrame > 8000) socket.close();
  }, 1000);
  open();
  return {
    heard,
    changed,
    newestSlot: () => slot,
    close: () => {
      closed = true;
      clearInterval(watch);
      socket.close();
    },
  };
}
