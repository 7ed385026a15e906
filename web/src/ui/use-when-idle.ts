import { now } from '@glasshouse/kit/clock.ts';
import { useEffect, useRef } from 'react';

const idleFor = 3000;
const touches = ['pointerdown', 'touchmove', 'wheel', 'scroll', 'keydown'];

/** Calls once a second if nobody has touched the page for three seconds. A list may then change its order. */
export function useWhenIdle(act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    let touched = now();
    const touch = () => {
      touched = now();
    };
    const timer = setInterval(() => now() - touched >= idleFor && latest.current(), 1000);
    for (const kind of touches) window.addEventListener(kind, touch, { passive: true });
    return () => {
      clearInterval(timer);
      for (const kind of touches) window.removeEventListener(kind, touch);
    };
  }, []);
}
