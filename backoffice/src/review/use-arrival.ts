import { type RefObject, useEffect, useRef } from 'react';

/** After moving to another case by a key, the focus goes to its heading unless another element has it. */
export function useArrival(moved: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the heading is there
  useEffect(() => {
    if (moved && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
