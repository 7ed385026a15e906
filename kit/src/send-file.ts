import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { type Answer, type Envelope, opened, ownHeaders, Unanswered } from './http.ts';

type Sending = {
  path: string;
  file: Blob;
  /** Milliseconds without progress before giving up. A slow upload that progresses is not interrupted. */
  patience: number;
  /** The number of bytes sent and the total. */
  onProgress: (sent: number, of: number) => void;
  signal: AbortSignal;
};

// Uses XMLHttpRequest, because `fetch` doesn't report upload progress.
const sendOnce = ({ path, file, patience, onProgress, signal }: Sending): Promise<Envelope> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (why: Unanswered['why'], status?: number) => reject(new Unanswered(why, status));
    if (signal.aborted) return fail('aborted');
    request.open('POST', path);
    for (const [name, value] of Object.entries(ownHeaders())) request.setRequestHeader(name, value);
    let late: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(late);
      late = setTimeout(() => {
        fail('timeout');
        request.abort();
      }, patience);
    };
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      onProgress(loaded, total);
    };
    request.onloadend = () => clearTimeout(late);
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return fail('status', request.status);
      // An answer that isn't JSON is not from our server.
      if (request.response === null) return fail('network');
      resolve(request.response);
    };
    request.onerror = () => fail('network');
    request.onabort = () => fail('aborted');
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.set('file', file, 'file');
    wait();
    request.send(form);
  });

/** Like `ask`, for a call that takes a file: a form with one field. */
export const sendFile = <E extends Endpoint>(sending: Sending): Promise<Answer<E>> =>
  opened<E>(() => sendOnce(sending));
