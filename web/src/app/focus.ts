import { useEffect } from 'react';
import { takeFocus } from '../lib/focus.ts';
import { useLocation } from '../lib/router.tsx';

/** Beside a page whose code may come after its address: takes the focus once the page is there. */
export function TakesFocus() {
  const isFirst = useLocation().key === 'default';
  useEffect(() => {
    if (!isFirst) takeFocus();
  }, [isFirst]);
  return null;
}
