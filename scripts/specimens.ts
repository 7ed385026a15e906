// For browser tests, which can only import other workspaces by their package names.
export { drawSpecimen, formOf, formType } from '../server/test/specimens.ts';
