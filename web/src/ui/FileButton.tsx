import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';

type FileButtonProps = {
  busy: boolean;
  multiple?: boolean;
  onPick: (files: readonly File[]) => void;
  children: ReactNode;
};

/** Picks pictures from the device. */
export function FileButton({ busy, multiple = false, onPick, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // Allows the same file to be picked again.
    currentTarget.value = '';
    if (files.length > 0) onPick(files);
  };
  return (
    <>
      <Button kind="line" small icon="upload" busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      {/* With this, a phone offers its camera and its gallery. */}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        multiple={multiple}
        hidden
        onChange={change}
      />
    </>
  );
}
