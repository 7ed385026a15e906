import { create } from 'zustand';

/** `terms` to `checking` are longer texts; here a visitor can read them too. */
export type SheetName =
  | 'simulated'
  | 'service'
  | 'language'
  | 'terms'
  | 'privacy'
  | 'results'
  | 'checking'
  | 'notices'
  | 'tradePassword';

/** Which of the app's own sheets is open. A page asks; the app shows it. */
export const useSheets = create<{ open: SheetName | null }>(() => ({ open: null }));

export const openSheet = (open: SheetName) => useSheets.setState({ open });
export const closeSheet = () => useSheets.setState({ open: null });
