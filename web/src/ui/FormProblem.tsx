import { useEffect, useRef } from 'react';
import { Note } from './Note.tsx';

/** Why a form was refused, above its button. If it was submitted from a field further up, the page scrolls here. */
export function FormProblem({ text }: { text: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    text && (
      <div ref={place}>
        <Note tone="error" role="alert">
          {text}
        </Note>
      </div>
    )
  );
}
