import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { takeFocus } from '../lib/focus.ts';

/** Beside a page whose code may come after its address: takes the focus once the page is there. */
export function TakesFocus() {
  const isFirst = useLocation().key === 'default';
  useEffect(() => {
    if (!isFirst) takeFocus();
  }, [isFirst]);
  return null;
}
