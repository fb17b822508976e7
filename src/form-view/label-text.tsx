// The words of a label, with the mark of a required field. Where no control can carry aria-required, the word is in the label.
import type { Element } from '../core/definition/form-definition.ts';
import { lazyPart } from './lazy-part.tsx';
import type { ViewTexts } from './texts.ts';

export interface LabelTextProps {
  readonly element: Element;
  readonly isRequired: boolean;
  readonly isSaid: boolean | undefined;
  readonly texts: ViewTexts;
}

/** Of the few forms that have some. */
export const HtmlText = lazyPart(() => import('./html-text.tsx'));

export function LabelText({ element, isRequired, isSaid, texts }: LabelTextProps) {
  return (
    <>
      <bdi>{element.labelHtml ? <HtmlText html={element.labelHtml} /> : element.label || element.name}</bdi>
      {isRequired && (
        <span class="required" aria-hidden="true" title={texts('required')}>
          {'\u00a0*'}
        </span>
      )}
      {isRequired && isSaid && <span class="visually-hidden"> ({texts('required')})</span>}
    </>
  );
}
