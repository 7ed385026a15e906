import type { Answer } from '@glasshouse/kit/http.ts';
import { sendFile as send } from '@glasshouse/kit/send-file.ts';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { noted, patience } from './call.ts';

type Watched = { onProgress: (sent: number, of: number) => void; signal: AbortSignal };

/** As `call`, for a call that takes a file. */
export const sendFile = <E extends Endpoint>(path: E['path'], file: Blob, watched: Watched): Promise<Answer<E>> =>
  noted(send<E>({ path, file, patience, ...watched }));
