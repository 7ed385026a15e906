import type { SystemName } from '@glasshouse/protocol/ledger/books';

/** The card of the page for each kind of holding, by id. */
export const sectionOf: Partial<Record<SystemName, string>> = {
  committed_contracts: 'contracts',
  committed_options: 'options',
  committed_spot: 'trades',
  committed_products: 'holdings',
};

/** Scrolls to a card of the page and moves the focus there. */
export function goTo(id: string): void {
  const card = document.getElementById(id);
  card?.scrollIntoView();
  card?.focus({ preventScroll: true });
}
