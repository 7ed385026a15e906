import { type ComponentType, useEffect, useState } from 'react';
import { connectionLost } from '../lib/connection.ts';
import { closeSheet, useSheets } from '../lib/sheets.ts';
import { watchToasts } from '../ui/toast.ts';

/** Time for the first page to settle before its helpers are fetched. */
const afterFirstPage = 2500;

/**
 * Sheets and toasts. Nothing of them is in the first load: they come when wanted, toasts a little earlier. Without a
 * connection they may not come at all; the page goes on without them, and the next wish asks for them again.
 */
export function Overlays() {
  const Sheets = useSheetsCode();
  const Toasts = useToastsCode();
  return (
    <>
      {Sheets && <Sheets />}
      {Toasts && <Toasts />}
    </>
  );
}

function useSheetsCode(): ComponentType | undefined {
  const opened = useSheets(({ open }) => open !== null);
  const [code, setCode] = useState<ComponentType>();
  useEffect(() => {
    if (!opened || code) return;
    import('./Sheets.tsx').then(
      ({ Sheets }) => setCode(() => Sheets),
      () => {
        closeSheet();
        connectionLost();
      },
    );
  }, [opened, code]);
  return code;
}

function useToastsCode(): ComponentType | undefined {
  const [code, setCode] = useState<ComponentType>();
  useEffect(() => {
    const fetchCode = () => void import('../ui/Toasts.tsx').then(({ Toasts }) => setCode(() => Toasts), connectionLost);
    const timer = setTimeout(fetchCode, afterFirstPage);
    const unwatch = watchToasts(fetchCode);
    return () => {
      clearTimeout(timer);
      unwatch();
    };
  }, []);
  return code;
}
