import { ResultCard } from '../../trading/ResultCard.tsx';
import { homes, useWaiting } from '../../trading/waiting.ts';
import { contracts, practice } from './results.ts';

/** The newest result of a contract, in the place of its position; also for practice contracts of this device. */
export function ContractCard() {
  const waiting = useWaiting((product) => homes[product] === '/contract');
  return <ResultCard of={waiting.at(-1)?.product === 'practice' ? practice : contracts} waiting={waiting} />;
}
