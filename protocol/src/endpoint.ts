import { z } from 'zod';
import type { ErrorName } from './errors.ts';

/** Users' calls, and the operators' calls, which another process answers at another address. */
type Path = `/index/${string}/${string}` | `/office/${string}/${string}`;

export type Endpoint<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  E extends ErrorName = ErrorName,
  M extends 'GET' | 'POST' = 'GET' | 'POST',
  P extends Path = Path,
> = {
  method: M;
  path: P;
  /** Who may call: anybody, a logged-in user, one whose account may be frozen, or an operator (see office/call.ts). */
  auth: 'visitor' | 'user' | 'frozen-user' | 'operator';
  /** Answered during maintenance too: what the app needs to show the notice. */
  whileUpgrading?: true;
  /** One line for the API reference. */
  summary: string;
  input: I;
  output: O;
  errors: readonly E[];
};
export type Input<E extends Endpoint> = z.output<E['input']>;
export type Output<E extends Endpoint> = z.output<E['output']>;
export type Refusal<E extends Endpoint> = E['errors'][number];

/** Declares a call once; server routes, the OpenAPI document and the typed client all come from this object. */
export const endpoint = <
  I extends z.ZodType,
  O extends z.ZodType,
  const E extends ErrorName,
  const M extends 'GET' | 'POST',
  const P extends Path,
>(
  e: Endpoint<I, O, E, M, P>,
) => e;

/** The shape of every answer. `msg` is a sentence in the caller's language, or the number 5 (see errors.ts). */
export const envelope = <D extends z.ZodType>(data: D) =>
  z.object({ code: z.int(), msg: z.union([z.string(), z.int()]), data });
export type Envelope = { code: number; msg: string | number; data: unknown };

export const nothing = z.object({});
