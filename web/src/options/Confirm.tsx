import { useTapped } from '../ui/use-code.ts';
import type { ConfirmProps } from './ConfirmSheet.tsx';

/** Fetches the sheet that shows an option once more, when one is shown. */
export function Confirm(props: ConfirmProps) {
  const { isOpen, close } = props.buying.confirming;
  const ConfirmSheet = useTapped(isOpen, async () => (await import('./ConfirmSheet.tsx')).ConfirmSheet, close);
  return ConfirmSheet && <ConfirmSheet {...props} />;
}
