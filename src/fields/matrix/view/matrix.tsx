// fMatrix: the same options for each question. A grid where there is room; on a phone every question is a card of its own.
// [fill-links.matrix]
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import { optionKey, readOptionList } from '../../../core/plan/option-list.ts';
import { isPlainObject, ownValue } from '../../../core/values/value-type.ts';
import { groupAttributes } from '../../../form-view/control-attributes.ts';
import { setAt } from '../../../form-view/data-at.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { useFits } from '../../../form-view/use-fits.ts';

const mostColumns = 7;

export function MatrixField(props: FieldProps) {
  const { element, id, labelId, value, options, onChange, isReadonly, isRequired, isInvalid, texts } = props;
  const box = useFits(options.length > mostColumns ? 'list' : 'grid', options);
  const answers = isPlainObject(value) ? value : {};
  const questions = readOptionList(element.matrixQuestions ?? []);
  const answer = (question: string, chosen: Parameters<typeof setAt>[2]) => {
    const next = setAt(answers, [question], chosen) as JsonObject;
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the title is outside, where every field has it.
    <div role="group" {...groupAttributes(props)} class="questions" ref={box} style={{ '--columns': options.length }}>
      <div class="question head" aria-hidden="true">
        <span />
        {options.map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      {questions.map(({ value: asked, label }, at) => {
        const question = String(asked);
        const chosen = ownValue(answers, question);
        return (
          <div
            key={question}
            class="question"
            role="radiogroup"
            aria-labelledby={`${labelId} ${id}-question-${at}`}
            aria-required={isRequired || undefined}
            aria-invalid={(isInvalid && chosen === undefined) || undefined}
          >
            <span class="question-label">
              <bdi id={`${id}-question-${at}`}>{label}</bdi>
              {!isRequired && !isReadonly && (
                <button
                  type="button"
                  class="quiet"
                  // Its place is kept: nothing moves when a question is answered.
                  style={{ visibility: chosen === undefined ? 'hidden' : undefined }}
                  aria-label={`${texts('clear')}: ${label}`}
                  onClick={({ currentTarget }) => {
                    currentTarget.closest('.question')?.querySelector('input')?.focus();
                    answer(question, undefined);
                  }}
                >
                  {texts('clear')}
                </button>
              )}
            </span>
            {options.map((option) => (
              <label class="choice" key={optionKey(option.value)}>
                <input
                  type="radio"
                  name={`${id}-${at}`}
                  checked={chosen !== undefined && optionKey(chosen) === optionKey(option.value)}
                  disabled={isReadonly && chosen !== option.value}
                  onChange={() => answer(question, option.value)}
                />
                <bdi>{option.label}</bdi>
              </label>
            ))}
          </div>
        );
      })}
    </div>
  );
}
