import type { OrderBase } from '@glasshouse/protocol/orders/shapes';
import type { QueryClient } from '@tanstack/react-query';
import { type ContractEvidence, contractDecision } from '../trading/practice/contract-evidence.ts';
import { contractPractice } from '../trading/practice/contracts.ts';
import { readEvidence } from '../trading/practice/evidence.ts';
import { type OptionEvidence, optionDecision } from '../trading/practice/option-evidence.ts';
import { optionPractice } from '../trading/practice/options.ts';
import { type SpotEvidence, spotDecision } from '../trading/practice/spot-evidence.ts';
import { spotPractice } from '../trading/practice/trades.ts';

export type PracticeEvidence = ContractEvidence | OptionEvidence | SpotEvidence;
export type PracticeOrder = {
  order: OrderBase & { outcome: string | null };
  /** The page on which it was placed. */
  page: string;
  read: (queries: QueryClient) => Promise<PracticeEvidence | 'waits' | 'gone'>;
};

/** A practice order of any product on this device, and how to read its evidence from the tape. */
export function usePracticeOrder(id: string): PracticeOrder | undefined {
  const contract = contractPractice.useOne(id);
  const option = optionPractice.useOne(id);
  const trade = spotPractice.useOne(id);
  if (contract)
    return { order: contract, page: '/contract', read: (queries) => readEvidence(contractDecision, contract, queries) };
  if (option)
    return { order: option, page: '/options', read: (queries) => readEvidence(optionDecision, option, queries) };
  return trade && { order: trade, page: '/spot', read: (queries) => readEvidence(spotDecision, trade, queries) };
}
