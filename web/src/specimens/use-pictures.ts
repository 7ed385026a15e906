import { type Answer, Refused, Unanswered } from '@glasshouse/kit/http.ts';
import { sendFile as send } from '@glasshouse/kit/send-file.ts';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import type { uploadFile } from '@glasshouse/protocol/files/calls';
import { useEffect, useRef, useState } from 'react';
import { noted, patience, sentenceOf } from '../lib/call.ts';
import { useReconnected } from '../lib/use-reconnected.ts';
import { t } from '../lib/words.tsx';

type Watched = { onProgress: (sent: number, of: number) => void; signal: AbortSignal };

/** Like `call`, for endpoints that take a file. */
const sendFile = <E extends Endpoint>(path: E['path'], file: Blob, watched: Watched): Promise<Answer<E>> =>
  noted(send<E>({ path, file, patience, ...watched }));

/** A picture, its display URL, and whether it was just drawn. */
export type Picture = { blob: Blob; url: string; isDrawn: boolean };
export type Slot =
  | { at: 'empty' | 'drawing' }
  | { at: 'waiting' | 'checking'; picture: Picture }
  | { at: 'sending'; picture: Picture; sent: number; of: number }
  | { at: 'ready'; picture: Picture; id: string }
  | { at: 'failed'; picture?: Picture; why: string; goesOn?: boolean };

/** Why nothing can be submitted yet: a picture is uploading, or has failed. `undefined` if neither. */
export function pictureHint(slots: readonly Slot[]): string | undefined {
  if (slots.some(({ at }) => at === 'failed')) return t('specimens.retry');
  if (slots.some(({ at }) => at !== 'empty' && at !== 'ready')) return t('specimens.busy');
  return undefined;
}

/** If the server is busy checking other pictures, the upload is retried after each of these pauses in milliseconds. */
const busyPauses = [2_000, 5_000, 10_000];
const isBusy = (error: unknown) => error instanceof Refused && error.reason === 'file_busy';
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A failed connection is retried when it returns; other failures show a message. */
function failed(error: unknown, picture?: Picture): Slot {
  const goesOn = error instanceof Unanswered && (error.why === 'network' || error.why === 'timeout');
  return { at: 'failed', ...(picture && { picture }), why: goesOn ? t('specimens.noLine') : sentenceOf(error), goesOn };
}

type Running<Name extends string> = { [N in Name]?: AbortController };
const stopAll = (running: Running<string>) => {
  for (const each of Object.values(running)) each?.abort();
};

const noneOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, { at: 'empty' }])) as Record<Name, Slot>;

/** Uploads pictures one after the other, because the server accepts one per user at a time. */
export function usePictures<Name extends string>(names: readonly Name[]) {
  const [slots, setSlots] = useState(() => noneOf(names));
  const running = useRef<Running<Name>>({});
  const turn = useRef<Promise<void>>(Promise.resolve());
  const urls = useRef<string[]>([]);
  const put = (name: Name, slot: Slot) => setSlots((before) => ({ ...before, [name]: slot }));
  useEffect(
    () => () => {
      stopAll(running.current);
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [],
  );

  const begin = (name: Name) => {
    running.current[name]?.abort();
    running.current[name] = new AbortController();
    return running.current[name].signal;
  };
  async function upload(name: Name, picture: Picture, signal: AbortSignal, pauses = busyPauses): Promise<void> {
    if (signal.aborted) return;
    // Stopped and replaced uploads report nothing.
    const say = (slot: Slot) => signal.aborted || put(name, slot);
    say({ at: 'sending', picture, sent: 0, of: picture.blob.size });
    try {
      const { id } = await sendFile<typeof uploadFile>('/index/user/uploads', picture.blob, {
        onProgress: (sent, of) => say(sent < of ? { at: 'sending', picture, sent, of } : { at: 'checking', picture }),
        signal,
      });
      say({ at: 'ready', picture, id });
    } catch (error) {
      const [first, ...rest] = pauses;
      if (first === undefined || !isBusy(error)) return void say(failed(error, picture));
      say({ at: 'waiting', picture });
      await pause(first);
      await upload(name, picture, signal, rest);
    }
  }
  const send = (name: Name, picture: Picture, signal = begin(name)) => {
    put(name, { at: 'waiting', picture });
    turn.current = turn.current.then(() => upload(name, picture, signal));
  };
  const pictureOf = (blob: Blob, isDrawn: boolean): Picture => {
    const url = URL.createObjectURL(blob);
    urls.current.push(url);
    return { blob, url, isDrawn };
  };
  const drawings = useRef<{ [N in Name]?: () => Promise<Blob> }>({});
  async function make(name: Name, draw: () => Promise<Blob>): Promise<void> {
    drawings.current[name] = draw;
    const signal = begin(name);
    put(name, { at: 'drawing' });
    try {
      const blob = await draw();
      if (!signal.aborted) send(name, pictureOf(blob, true), signal);
    } catch (error) {
      if (!signal.aborted) put(name, failed(error));
    }
  }
  const waiting = names.filter((name) => slots[name].at === 'failed' && slots[name].goesOn);
  useReconnected(waiting.length > 0, () => {
    for (const name of waiting) {
      const slot = slots[name];
      const draw = drawings.current[name];
      if ('picture' in slot && slot.picture) send(name, slot.picture);
      else if (draw) void make(name, draw);
    }
  });
  return {
    slots,
    /** Draws a picture and sends it at once. */
    make,
    take: (name: Name, file: Blob) => send(name, pictureOf(file, false)),
    again: (name: Name, picture: Picture) => send(name, picture),
    stop(name: Name, picture: Picture): void {
      running.current[name]?.abort();
      put(name, { at: 'failed', picture, why: t('specimens.stopped') });
    },
    /** The pictures show other details than the form does now. */
    clear(): void {
      stopAll(running.current);
      setSlots(noneOf(names));
    },
  };
}
