import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import type { Files } from './files.ts';
import { eraseFiles, rewrapFiles } from './upkeep.ts';

export const jobs = ({ db, clock, log }: JobContext, files: Files) => [
  does(job('erase_files'), () => eraseFiles(db, files, clock()), '*/10 * * * *'),
  does(job('rewrap_files'), () => rewrapFiles(db, files, log), '3 * * * *'),
];
