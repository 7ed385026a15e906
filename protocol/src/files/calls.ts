import { z } from 'zod';
import { endpoint, usersReading } from '../endpoint.ts';

export const maxFileBytes = 8 * 1024 * 1024;

/** An image embedded in the response, so that no URL leads to it. */
export const shownFile = z.object({ mime: z.string(), base64: z.string(), width: z.int(), height: z.int() });

export const uploadFile = endpoint({
  method: 'POST',
  path: '/index/user/uploads',
  auth: 'user',
  takesFile: maxFileBytes,
  limit: [
    { per: 'user', burst: 20, everySeconds: 60, shared: true },
    { per: 'address', burst: 60, everySeconds: 10 },
  ],
  summary:
    'Uploads a picture of a specimen with its code: PNG, JPEG or WebP, at most 8 MiB, 24 million pixels and 8192 on a side. The stored picture is re-encoded from its pixels.',
  input: z.object({}),
  output: z.object({ id: z.uuid(), width: z.int(), height: z.int() }),
  errors: [
    'bad_input',
    'too_many_requests',
    'uploads_off',
    'file_busy',
    'file_too_large',
    'file_type',
    'file_not_readable',
    'file_without_code',
    'file_code_of_another',
    'file_code_expired',
  ],
});
export const showFile = endpoint({
  method: 'POST',
  path: '/index/user/file',
  auth: 'user',
  limit: usersReading,
  summary: 'A picture that the caller has uploaded.',
  input: z.object({ id: z.uuid() }),
  output: shownFile,
  errors: ['not_found'],
});
