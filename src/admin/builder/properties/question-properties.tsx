// Properties that make more of a question than its type: an answer of one's own, a ranking, pictures, scales, sliders, phone numbers.
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { ElementOf } from '../../../core/definition/form-definition.ts';
import { asksForPhone } from '../../../core/definition/question-kinds.ts';
import { itemTypeOf, valueTypeOf } from '../../../core/plan/value-type-of.ts';
import type { ElementType } from '../../../fields/element-types.ts';
import { callingCode, callingCountries } from '../../../fields/phone/calling-codes.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { CountField } from './count-field.tsx';
import { OptionPictures } from './option-pictures.tsx';
import { Group } from './property-group.tsx';
import type { PropertyProps } from './property-props.ts';

interface Props<Type extends ElementType> extends Pick<PropertyProps, 'set'> {
  readonly element: ElementOf<Type>;
}

export function QuestionProperties({ element, set }: PropertyProps) {
  switch (element.type) {
    case 'fRadio':
    case 'fSelect':
    case 'fCheckbox':
      return <ChoiceProperties element={element} set={set} />;
    case 'fRate':
      return <RateProperties element={element} set={set} />;
    case 'fInput':
      if (valueTypeOf(element)?.kind === 'number') return <NumberStyle element={element} set={set} />;
      return asksForPhone(element) ? <PhoneCountry element={element} set={set} /> : null;
    case 'fLngTxt':
      return asksForPhone(element) ? <PhoneCountry element={element} set={set} /> : null;
    default:
      return null;
  }
}

function ChoiceProperties({ element, set }: Props<'fRadio' | 'fSelect' | 'fCheckbox'>) {
  const t = useTexts('builder/question');
  const { type, options, otherOption, ranked, optionPictures } = element;
  const hasOwn = Array.isArray(options) || typeof options === 'string';
  const isRanked = type === 'fCheckbox' && ranked === true;
  const canOther = hasOwn && !isRanked && itemTypeOf(element).kind === 'choice';
  const canShow = Array.isArray(options) && !isRanked && (type === 'fRadio' || type === 'fCheckbox');
  return (
    <>
      {canOther && (
        <CheckField
          label={t('other')}
          isChecked={Boolean(otherOption)}
          onChange={(isChecked) => set({ otherOption: isChecked || undefined })}
        />
      )}
      {canOther && Boolean(otherOption) && (
        <TextField
          label={t('otherLabel')}
          placeholder={t('otherUsual')}
          value={typeof otherOption === 'string' ? otherOption : ''}
          onChange={(label) => set({ otherOption: label || true })}
        />
      )}
      {type === 'fCheckbox' && hasOwn && (
        <CheckField
          label={t('ranked')}
          hint={t('rankedHint')}
          isChecked={isRanked}
          onChange={(isChecked) => set({ ranked: isChecked || undefined })}
        />
      )}
      {canShow && (
        <CheckField
          label={t('withPictures')}
          isChecked={optionPictures !== undefined}
          onChange={(isChecked) => set({ optionPictures: isChecked ? {} : undefined })}
        />
      )}
      {canShow && optionPictures !== undefined && (
        <Group title={t('pictures')}>
          <OptionPictures element={element} onChange={(pictures) => set({ optionPictures: pictures })} />
        </Group>
      )}
    </>
  );
}

function RateProperties({ element, set }: Props<'fRate'>) {
  const t = useTexts('builder/question');
  const isNumbers = element.rateStyle === 'numbers';
  return (
    <>
      <SelectField
        label={t('rateStyle')}
        value={isNumbers ? 'numbers' : 'stars'}
        choices={(['stars', 'numbers'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(style) =>
          set(style === 'numbers' ? { rateStyle: style } : { rateStyle: undefined, rateMin: undefined })
        }
      />
      {isNumbers && (
        <SelectField
          label={t('rateMin')}
          value={element.rateMin === 0 ? '0' : '1'}
          choices={[
            { value: '0', label: '0' },
            { value: '1', label: '1' },
          ]}
          onChange={(min) => set({ rateMin: min === '0' ? 0 : undefined })}
        />
      )}
      <CountField
        label={t(isNumbers ? 'rateMax' : 'rateStars')}
        value={element.rateMax}
        usual={5}
        max={100}
        onChange={(rateMax) => set({ rateMax })}
      />
      <EndWords element={element} set={set} />
    </>
  );
}

/** What the ends of a scale mean. */
function EndWords({ element, set }: Props<'fRate' | 'fInput'>) {
  const t = useTexts('builder/question');
  return (
    <>
      <TextField
        label={t('low')}
        value={element.rateLow ?? ''}
        onChange={(rateLow) => set({ rateLow: rateLow || undefined })}
      />
      <TextField
        label={t('high')}
        value={element.rateHigh ?? ''}
        onChange={(rateHigh) => set({ rateHigh: rateHigh || undefined })}
      />
    </>
  );
}

function NumberStyle({ element, set }: Props<'fInput'>) {
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

function PhoneCountry({ element, set }: Props<'fInput' | 'fLngTxt'>) {
  const t = useTexts('builder/question');
  const { locale } = useApp();
  const choices = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    const { compare } = new Intl.Collator(locale);
    return callingCountries
      .map((value) => ({ value, label: `${names.of(value) ?? value} (+${callingCode(value)})` }))
      .sort((one, other) => compare(one.label, other.label));
  }, [locale]);
  return (
    <SelectField
      label={t('country')}
      value={element.phoneCountry ?? ''}
      choices={[{ value: '', label: t('countryOfDevice') }, ...choices]}
      onChange={(country) => set({ phoneCountry: country || undefined })}
    />
  );
}
