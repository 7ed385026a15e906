import { z } from 'zod';
import { specimenDocuments, specimenSides } from '../specimens/code.ts';

/**
 * Names of a case's documents: the entered details with the codes' content, and the two pictures. The operator who
 * claimed the case can open all of them.
 */
export const detailsDocument = 'details';

/** The content of the code in a picture. */
const coded = z.object({
  number: z.string(),
  document: z.enum(specimenDocuments),
  side: z.enum(specimenSides),
  expiresAt: z.iso.datetime(),
});
/** The entered details and the content of the code in each picture. */
export const caseDetails = z.object({
  typed: z.object({ user: z.string(), name: z.string(), document: z.enum(specimenDocuments), number: z.string() }),
  coded: z.object({ front: coded.nullable(), back: coded.nullable() }),
});
export type CaseDetails = z.output<typeof caseDetails>;
