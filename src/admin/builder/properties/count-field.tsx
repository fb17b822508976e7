// A whole number that has a usual value: an empty box means that.
import { useLayoutEffect, useState } from 'preact/hooks';
import { useTexts } from '../../texts.ts';
import { TextField } from '../../ui/fields.tsx';

export interface CountFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  /** Missing: without a limit. */
  readonly usual?: number;
  readonly max?: number;
  readonly onChange: (value: number | undefined) => void;
}

export function CountField({ label, value, usual, max, onChange }: CountFieldProps) {
  const t = useTexts('builder/property');
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  const read = readCount(typed, max);
  useLayoutEffect(() => {
    if (readCount(typed, max) !== value) setTyped(value === undefined ? '' : String(value));
    // Only a change from outside, such as undo, is taken over.
  }, [value]);
  return (
    <TextField
      label={label}
      type="number"
      min={1}
      {...(max !== undefined && { max })}
      value={typed}
      {...(usual !== undefined && { placeholder: String(usual) })}
      onChange={(text) => {
        setTyped(text);
        const count = readCount(text, max);
        if (count !== 'bad') onChange(count === usual ? undefined : count);
      }}
      error={read === 'bad' ? (max === undefined ? t('anyNumber') : t('wholeNumber', { min: 1, max })) : undefined}
    />
  );
}

function readCount(text: string, max = Number.MAX_SAFE_INTEGER): number | undefined | 'bad' {
  if (text.trim() === '') return undefined;
  const count = Number(text);
  return Number.isSafeInteger(count) && count > 0 && count <= max ? count : 'bad';
}
