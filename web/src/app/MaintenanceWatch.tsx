import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import { siteQuery } from '../lib/site.ts';
import type { Maintenance } from '../ui/MaintenanceText.tsx';
import { MaintenanceNotice } from './MaintenanceNotice.tsx';

type MaintenanceWatchProps = { window: Maintenance; onActive: (active: boolean) => void };

const lookAgain = 15_000;
const maxTimeout = 2_000_000_000;

/** Shows the notice when the window begins by the server's clock, and polls for its end while the notice is up. */
export function MaintenanceWatch({ window, onActive }: MaintenanceWatchProps) {
  const client = useQueryClient();
  const [time, setTime] = useState(serverNow);
  const [from, until] = [Date.parse(window.from), Date.parse(window.until)];
  const active = from <= time && time < until;
  useEffect(() => {
    onActive(active);
    return () => onActive(false);
  }, [active, onActive]);
  useEffect(() => {
    if (time >= until) return;
    const wait = active ? Math.min(lookAgain, until - time) : from - time;
    const timer = setTimeout(
      () => {
        setTime(serverNow());
        if (active) void client.refetchQueries(siteQuery);
      },
      Math.min(maxTimeout, Math.max(250, wait)),
    );
    return () => clearTimeout(timer);
  }, [time, active, from, until, client]);
  return active ? <MaintenanceNotice until={until} window={window} /> : null;
}
