// Elements that only show something: a text with {{ }} in it, a calculation, a button. They store nothing.
// [values.no-calculations]

import type { Scope } from '../../core/expression/compile.ts';
import { ExpressionLimitError } from '../../core/expression/errors.ts';
import { evaluateOr } from '../../core/plan/evaluate.ts';
import type { Template } from '../../core/text/literal-template.ts';
import { useSlice } from '../../web/store.ts';
import { domId, useForm } from '../form-context.ts';
import type { ElementProps } from '../form-view.tsx';
import { HtmlText } from '../label-text.tsx';
import type { ContentNode } from '../view-node.ts';

export function Content({ node, row }: ElementProps<ContentNode>) {
  const { state, onAction } = useForm();
  const { element, calculation, template, html } = node;
  const shown = useSlice(state, () => {
    const scope = state.scopeOf(row);
    if (calculation === undefined) return renderText(html ?? template, scope);
    return numberText(evaluateOr(calculation, scope, undefined), state.plan.locale);
  });
  if (element.type === 'eButton') {
    const action = element.buttonAction === 'save' ? 'save' : 'submit';
    return (
      <div>
        <button type="button" class="add" onClick={() => onAction(action)}>
          <bdi>{shown || element.label || element.name}</bdi>
        </button>
      </div>
    );
  }
  if (calculation !== undefined) {
    const id = domId(row.path + node.path);
    return (
      <div class="field calculation">
        <span class="label" id={`${id}-label`}>
          <bdi>{element.label || element.name}</bdi>
        </span>
        {/* Not spoken at every key: who wants to know goes there. */}
        <output aria-labelledby={`${id}-label`} aria-live="off">
          <bdi>{shown}</bdi>
        </output>
      </div>
    );
  }
  if (template === undefined && html === undefined && !element.label) return null;
  return (
    <div class="content">
      {element.label && <p class="label">{element.label}</p>}
      {shown !== '' && (html ? <HtmlText html={shown} /> : <p dir="auto">{shown}</p>)}
    </div>
  );
}

function renderText(template: Template | undefined, scope: Scope): string {
  try {
    return template?.render(scope) ?? '';
  } catch (error) {
    // A text that is too long to be made is left out, as in the PDF.
    if (error instanceof ExpressionLimitError) return '';
    throw error;
  }
}

/** As people read it: 0.1 + 0.2 is 0.3, and what cannot be calculated yet is a dash. */
function numberText(value: unknown, locale: string): string {
  if (value === undefined || value === null || Number.isNaN(value)) return '–';
  if (typeof value !== 'number') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  formats[locale] ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 10 });
  return formats[locale].format(value);
}

/** By locale: making one takes a hundred times as long as using it, and every key press may use it often. */
const formats: Record<string, Intl.NumberFormat> = {};
