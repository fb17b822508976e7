// A button that takes a file. The browser's own control is there for programs that look for one, and out of sight.
import { useRef } from 'preact/hooks';
import { Button, type ButtonProps } from './button.tsx';

export interface FileButtonProps extends Pick<ButtonProps, 'kind' | 'icon' | 'isBusy' | 'children'> {
  /** The name of the control. */
  readonly label: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

export function FileButton({ label, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file may be chosen once more.
          currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Button {...button} onPress={() => input.current?.click()} />
    </>
  );
}
