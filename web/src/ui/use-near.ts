import { type RefObject, useEffect, useState } from 'react';

const told = new WeakMap<Element, (near: boolean) => void>();
let observer: IntersectionObserver | undefined;

function observe(element: Element, tell: (near: boolean) => void) {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting);
    },
    { rootMargin: '200px 0px' },
  );
  told.set(element, tell);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/** Whether an element is on the screen or nearly so: what is far away need not move. One observer serves all. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(true);
  useEffect(() => (element.current ? observe(element.current, setNear) : undefined), [element]);
  return near;
}
