import { useEffect, useState } from 'react';
import { serverNow } from '../lib/server-clock.ts';

const minute = 60_000;

/** The server's time, rerendered every full minute: a purchase after midnight begins a day later. */
export function useMinute(): number {
  const [time, setTime] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tell = () => {
      const at = serverNow();
      setTime(at);
      timer = setTimeout(tell, minute - (at % minute));
    };
    tell();
    return () => clearTimeout(timer);
  }, []);
  return time;
}
