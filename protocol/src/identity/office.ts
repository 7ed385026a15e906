import { z } from 'zod';
import { specimenDocuments, specimenSides } from '../specimens/code.ts';

/** The names of a case's documents: what was typed and what the codes say, and the two pictures. All of them open for whoever holds the case. */
export const detailsDocument = 'details';

/** What the code in a picture says. */
const coded = z.object({
  number: z.string(),
  document: z.enum(specimenDocuments),
  side: z.enum(specimenSides),
  expiresAt: z.iso.datetime(),
});
/** What was typed, beside what the code in each picture says. */
export const caseDetails = z.object({
  typed: z.object({ user: z.string(), name: z.string(), document: z.enum(specimenDocuments), number: z.string() }),
  coded: z.object({ front: coded.nullable(), back: coded.nullable() }),
});
export type CaseDetails = z.output<typeof caseDetails>;
