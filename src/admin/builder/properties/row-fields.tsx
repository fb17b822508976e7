// The controls that are made of rows of the table of properties. [builder]
import type { ElementType } from '../../../fields/element-types.ts';
import type { ControlPlace } from '../../../fields/properties.ts';
import { hasText, useTexts } from '../../texts.ts';
import { CheckField, TextField } from '../../ui/fields.tsx';
import { CountField } from './count-field.tsx';
import type { PropertyProps } from './property-props.ts';
import { type RowControl, rowControls } from './row-controls.ts';

export function RowFields({ place, type, element, set }: PropertyProps & { place: ControlPlace; type: ElementType }) {
  return rowControls(place, type).map((control) => (
    <RowField
      key={control.name}
      control={control}
      value={(element as unknown as Readonly<Record<string, unknown>>)[control.name]}
      onChange={(value) => set({ [control.name]: value })}
    />
  ));
}

interface RowFieldProps {
  readonly control: RowControl;
  readonly value: unknown;
  readonly onChange: (value: boolean | string | number | undefined) => void;
}

function RowField({ control: { name, kind, usual, max }, value, onChange }: RowFieldProps) {
  const t = useTexts('builder/control');
  const textOf = (key: string) => (hasText('builder/control', key) ? t(key) : undefined);
  const hint = textOf(`${name}Hint`);
  const frame = { label: textOf(name) ?? name, ...(hint !== undefined && { hint }) };
  if (kind === 'flag') {
    const isUsual = usual === true;
    return (
      <CheckField
        {...frame}
        isChecked={value === !isUsual}
        onChange={(isChecked) => onChange(isChecked ? !isUsual : undefined)}
      />
    );
  }
  if (kind === 'text') {
    return <TextField {...frame} value={String(value ?? '')} onChange={(text) => onChange(text || undefined)} />;
  }
  const limits = { ...(typeof usual === 'number' && { usual }), ...(max !== undefined && { max }) };
  return <CountField label={frame.label} value={value as number | undefined} {...limits} onChange={onChange} />;
}
