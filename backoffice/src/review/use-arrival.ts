import { type RefObject, useEffect, useRef } from 'react';

/** Whoever came here by a key has left what had the focus: this heading takes it, unless something else has it. */
export function useArrival(moved: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the heading is there
  useEffect(() => {
    if (moved && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
