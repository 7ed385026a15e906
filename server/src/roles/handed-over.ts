import { appealKind } from '../appeals/appeals.ts';
import { committedBy, figures as contracts } from '../contracts/contracts.ts';
import type { Checks, Files } from '../files/files.ts';
import { identityKind, identityQueue } from '../identity/identity.ts';
import { figures as ledger } from '../ledger/ledger.ts';
import { figures as market } from '../market/market.ts';
import type { Signer } from '../platform/signer.ts';
import { figuresOf, type ReviewKind } from '../review/review.ts';
import { figures as session } from '../session/session.ts';
import { createSpecimenCheck } from '../specimens/specimens.ts';

// What domains hand over for others to gather; a new one adds its line where it has something.

/** Money that is neither in a wallet nor spent. */
export const committed = [committedBy];

/** Who says which uploaded picture may be kept, by what it is for. */
export const fileChecks = (specimenSigner: Signer): Checks => ({ specimen: createSpecimenCheck(specimenSigner) });

/** What operators review, a queue each. */
export const reviewKinds = (files: Files): ReviewKind[] => [appealKind, identityKind(files)];
const queues = [appealKind, { kind: identityQueue }];

/** What operators see on their overview. */
export const figures = { ...ledger, ...contracts, ...figuresOf(queues), ...market, ...session };
