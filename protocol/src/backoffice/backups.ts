import { z } from 'zod';

const time = z.iso.datetime().nullable();

/** Why what happens now could not be restored, worst first. */
export const backupProblems = ['off', 'failing', 'late', 'none', 'old'] as const;

/** What operators see of backups. */
export const backupFigures = {
  backups: z.object({
    problem: z
      .enum(backupProblems)
      .nullable()
      .describe(
        'Archiving is off, fails, or is more than five minutes late; or no backup was ever verified, or none for 26 hours.',
      ),
    archivedAt: time.describe('When PostgreSQL last archived a piece of its write-ahead log.'),
    failedAt: time.describe('When archiving failed last, if it has not succeeded since.'),
    verifiedAt: time.describe('When a backup was last made and all backups were found sound.'),
    databaseBytes: z.int(),
  }),
};
