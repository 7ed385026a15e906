import { useTapped } from '../ui/use-code.ts';
import type { CoinSheetProps } from './CoinSheet.tsx';

/** The sheet of all coins; its code comes when it is first opened. */
export function CoinChoice(props: CoinSheetProps) {
  const CoinSheet = useTapped(props.open, async () => (await import('./CoinSheet.tsx')).CoinSheet, props.onClose);
  return CoinSheet && <CoinSheet {...props} />;
}
