import type { uploadFile } from '@glasshouse/protocol/files/calls';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { sendFile } from '../lib/send-file.ts';
import { t } from '../lib/words.tsx';
import type { Side } from './judge.ts';

/** A picture of one side, where it can be seen, and whether it was drawn a moment ago. */
export type Picture = { blob: Blob; url: string; isDrawn: boolean };
export type Slot =
  | { at: 'empty' | 'drawing' }
  | { at: 'waiting' | 'checking'; picture: Picture }
  | { at: 'sending'; picture: Picture; sent: number; of: number }
  | { at: 'ready'; picture: Picture; id: string }
  | { at: 'failed'; picture?: Picture; why: string };

type Running = Partial<Record<Side, AbortController>>;
const stopAll = (running: Running) => {
  for (const each of Object.values(running)) each.abort();
};

const none: Record<Side, Slot> = { front: { at: 'empty' }, back: { at: 'empty' } };

/** The two sides on their way to the server, one after the other: it takes one picture of a user at a time. */
export function useSides() {
  const [slots, setSlots] = useState(none);
  const running = useRef<Running>({});
  const turn = useRef<Promise<void>>(Promise.resolve());
  const urls = useRef<string[]>([]);
  const put = (side: Side, slot: Slot) => setSlots((before) => ({ ...before, [side]: slot }));
  useEffect(
    () => () => {
      stopAll(running.current);
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [],
  );

  const begin = (side: Side) => {
    running.current[side]?.abort();
    running.current[side] = new AbortController();
    return running.current[side].signal;
  };
  async function upload(side: Side, picture: Picture, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    // Whoever was stopped or replaced says nothing any more.
    const say = (slot: Slot) => signal.aborted || put(side, slot);
    say({ at: 'sending', picture, sent: 0, of: picture.blob.size });
    try {
      const { id } = await sendFile<typeof uploadFile>('/index/user/uploads', picture.blob, {
        onProgress: (sent, of) => say(sent < of ? { at: 'sending', picture, sent, of } : { at: 'checking', picture }),
        signal,
      });
      say({ at: 'ready', picture, id });
    } catch (error) {
      say({ at: 'failed', picture, why: sentenceOf(error) });
    }
  }
  const send = (side: Side, picture: Picture, signal = begin(side)) => {
    put(side, { at: 'waiting', picture });
    turn.current = turn.current.then(() => upload(side, picture, signal));
  };
  const pictureOf = (blob: Blob, isDrawn: boolean): Picture => {
    const url = URL.createObjectURL(blob);
    urls.current.push(url);
    return { blob, url, isDrawn };
  };
  return {
    slots,
    /** Draws a side and sends it at once. */
    async make(side: Side, draw: () => Promise<Blob>): Promise<void> {
      const signal = begin(side);
      put(side, { at: 'drawing' });
      try {
        const blob = await draw();
        if (!signal.aborted) send(side, pictureOf(blob, true), signal);
      } catch (error) {
        if (!signal.aborted) put(side, { at: 'failed', why: sentenceOf(error) });
      }
    },
    take: (side: Side, file: Blob) => send(side, pictureOf(file, false)),
    again: (side: Side, picture: Picture) => send(side, picture),
    stop(side: Side, picture: Picture): void {
      running.current[side]?.abort();
      put(side, { at: 'failed', picture, why: t('identity.stopped') });
    },
    /** What was drawn says something else than what is typed now. */
    clear(): void {
      stopAll(running.current);
      setSlots(none);
    },
  };
}
