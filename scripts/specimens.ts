// For stories, which reach other workspaces by their names only.
export { drawSpecimen, formOf, formType } from '../server/test/specimens.ts';
