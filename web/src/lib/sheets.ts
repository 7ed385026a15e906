import { create } from 'zustand';

/** `terms` to `checking` are longer texts; visitors can read them here too. */
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

/** Which of the app's sheets is open. Pages set it; the app renders it. */
export const useSheets = create<{ open: SheetName | null }>(() => ({ open: null }));

export const openSheet = (open: SheetName) => useSheets.setState({ open });
export const closeSheet = () => useSheets.setState({ open: null });
