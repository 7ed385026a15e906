import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { type Answer, type Envelope, opened, ownHeaders, Unanswered } from './http.ts';

type Sending = {
  path: string;
  file: Blob;
  patience: number;
  /** How many bytes have left, of how many. */
  onProgress: (sent: number, of: number) => void;
  signal: AbortSignal;
};

// `fetch` does not tell how much of a body has left; the older call does.
const sendOnce = ({ path, file, patience, onProgress, signal }: Sending): Promise<Envelope> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (why: Unanswered['why'], status?: number) => reject(new Unanswered(why, status));
    if (signal.aborted) return fail('aborted');
    request.open('POST', path);
    for (const [name, value] of Object.entries(ownHeaders())) request.setRequestHeader(name, value);
    request.timeout = patience;
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return fail('status', request.status);
      // An answer that is no JSON is not ours.
      if (request.response === null) return fail('network');
      resolve(request.response);
    };
    request.onerror = () => fail('network');
    request.ontimeout = () => fail('timeout');
    request.onabort = () => fail('aborted');
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.set('file', file, 'file');
    request.send(form);
  });

/** The same door for a call that takes a file: one form with one field. */
export const sendFile = <E extends Endpoint>(sending: Sending): Promise<Answer<E>> =>
  opened<E>(() => sendOnce(sending));
