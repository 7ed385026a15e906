import { useTapped } from '../ui/use-code.ts';
import type { ConfirmProps } from './ConfirmSheet.tsx';

/** Loads the confirmation sheet when it is first shown. */
export function Confirm(props: ConfirmProps) {
  const { isOpen, close } = props.buying.confirming;
  const ConfirmSheet = useTapped(isOpen, async () => (await import('./ConfirmSheet.tsx')).ConfirmSheet, close);
  return ConfirmSheet && <ConfirmSheet {...props} />;
}
