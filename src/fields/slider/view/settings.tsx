// Settings of a number: a box to type in or a slider, and its steps. [builder]
import { useLayoutEffect, useState } from 'preact/hooks';
import { EndWords } from '../../../admin/builder/properties/end-words.tsx';
import type { KindSettings, SettingsProps } from '../../../admin/builder/properties/kind-settings.ts';
import { useTexts } from '../../../admin/texts.ts';
import { SelectField, TextField } from '../../../admin/ui/fields.tsx';
import { valueTypeOf } from '../../../core/plan/value-type-of.ts';

export const settings: KindSettings = [
  {
    place: 'question',
    properties: ['inputStyle', 'step', 'rateLow', 'rateHigh'],
    isShown: (element) => valueTypeOf(element)?.kind === 'number',
    Part: NumberStyle,
  },
];

function NumberStyle({ element, set }: SettingsProps<'fInput'>) {
  const t = useTexts('builder/question');
  const isSlider = element.inputStyle === 'slider';
  return (
    <>
      <SelectField
        label={t('inputStyle')}
        {...(isSlider && { hint: t('sliderHint') })}
        value={isSlider ? 'slider' : 'box'}
        choices={(['box', 'slider'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(style) =>
          set(style === 'slider' ? { inputStyle: 'slider' } : { inputStyle: undefined, step: undefined })
        }
      />
      {isSlider && <StepField step={element.step} onChange={(step) => set({ step })} />}
      {isSlider && <EndWords element={element} set={set} />}
    </>
  );
}

function StepField({ step, onChange }: { step: number | undefined; onChange: (step: number | undefined) => void }) {
  const t = useTexts('builder/question');
  const [typed, setTyped] = useState(step === undefined ? '' : String(step));
  const read = readStep(typed);
  useLayoutEffect(() => {
    if (readStep(typed) !== step) setTyped(step === undefined ? '' : String(step));
    // Only a change from outside, such as undo, is taken over.
  }, [step]);
  return (
    <TextField
      label={t('step')}
      dir="ltr"
      placeholder="1"
      value={typed}
      error={read === 'bad' ? t('stepBad') : undefined}
      onChange={(text) => {
        setTyped(text);
        const next = readStep(text);
        if (next !== 'bad') onChange(next);
      }}
    />
  );
}

function readStep(text: string): number | undefined | 'bad' {
  if (text.trim() === '') return undefined;
  const step = Number(text);
  return Number.isFinite(step) && step > 0 ? step : 'bad';
}
