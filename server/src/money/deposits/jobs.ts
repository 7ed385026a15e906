export { passByClock } from './upkeep.ts';
