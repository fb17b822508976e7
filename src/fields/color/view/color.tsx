// fColor: any color text, typed or picked. A picked color is written in the form's preferred format.
import { controlAttributes, textOf, typingEvents } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';

export function ColorField(props: FieldProps) {
  const { element, id, value, labelId, onChange, isReadonly, texts } = props;
  const text = value === undefined ? '' : String(value);
  return (
    <div class="color-pair">
      <input
        type="color"
        class="swatch"
        id={`${id}-swatch`}
        aria-label={texts('choose')}
        aria-labelledby={`${labelId} ${id}-swatch`}
        data-empty={text === '' || undefined}
        disabled={isReadonly}
        value={hexOf(text)}
        onInput={({ currentTarget }) => onChange(written(currentTarget.value, element.colorPreferredFormat))}
      />
      <input
        {...controlAttributes(props)}
        class="control"
        type="text"
        dir={text === '' ? undefined : 'ltr'}
        autoComplete="off"
        spellcheck={false}
        value={text}
        {...typingEvents((event) => onChange(textOf(event)))}
      />
    </div>
  );
}

/** What the picker can show of a color text: the browser reads every format there is, and stays black at what is none. */
function hexOf(text: string): string {
  const pen = document.createElement('canvas').getContext('2d') ?? { fillStyle: '' };
  pen.fillStyle = text;
  return /^#.{6}$/.test(pen.fillStyle) ? pen.fillStyle : '#000000';
}

function written(hex: string, format = 'hex'): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  if (format === 'rgb') return `rgb(${parts.join(', ')})`;
  return format === 'hsl' ? hsl(parts.map((part) => part / 255) as [number, number, number]) : hex;
}

function hsl([red, green, blue]: [number, number, number]): string {
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  const light = max - range / 2;
  // A grey has no hue and no saturation: 0 divided by 0.
  const saturation = range / (1 - Math.abs(2 * light - 1)) || 0;
  const sector =
    max === red ? (green - blue) / range : max === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  const hue = (sector * 60 + 360) % 360 || 0;
  return `hsl(${Math.round(hue)}, ${Math.round(saturation * 100)}%, ${Math.round(light * 100)}%)`;
}
