// A field on the canvas: label, help and options are typed where they stand, the control is form-view's own.

import { useContext, useLayoutEffect } from 'preact/hooks';
import type { Element } from '../../../core/definition/form-definition.ts';
import { valueTypeOf } from '../../../core/plan/value-type-of.ts';
import { builderByKind } from '../../../fields/all/builder.ts';
import { HtmlText } from '../../../form-view/label-text.tsx';
import { useTexts } from '../../texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { wishFocus } from '../builder-context.ts';
import { appLanguage, ItemContext, useCanvas } from './canvas-context.ts';
import { focusAt } from './canvas-focus.ts';
import { ChoiceOptions } from './choice-options.tsx';
import { maxPastedQuestions, setLabel, setQuestions, setText } from './edit-element.ts';
import { Editable } from './editable.tsx';
import { controlFor, ElementControl, isAlwaysRequired } from './element-control.tsx';
import { MatrixBody } from './matrix-body.tsx';
import { useAfterFrame } from './use-after-frame.ts';

export interface BodyProps {
  readonly element: Element;
  readonly id: string;
}

export function FieldBody({ element, id, hasHelp }: BodyProps & { hasHelp: boolean }) {
  const t = useTexts('builder/canvas');
  const { isFirst } = useContext(ItemContext);
  const control = controlFor(element);
  if (control === undefined) return <p class="cv-unknown">{t('unknownType', { type: element.type })}</p>;
  const help = (element.help !== undefined || hasHelp) && <HelpText element={element} />;
  if (control.label === 'own') {
    return (
      <div class={`field ${control.className}`}>
        <div class="choice">
          <input type="checkbox" inert tabIndex={-1} aria-hidden="true" />
          <span>
            <LabelText element={element} />
          </span>
        </div>
        {help}
      </div>
    );
  }
  const hasList = Array.isArray(element.options);
  // Sorted or with pictures, it is shown as such; its options are edited in the list below.
  const body = hasList ? builderByKind[valueTypeOf(element)!.kind].canvas?.(element) : undefined;
  return (
    <div class={`field ${control.className}`}>
      <div class="label" id={`cv-label-${id}`}>
        <LabelText element={element} />
      </div>
      {help}
      {body === 'options' ? (
        <ChoiceOptions element={element} look={control.className === 'radio' ? 'radio' : 'checkbox'} />
      ) : body === 'grid' ? (
        <MatrixBody element={element} />
      ) : (
        <ElementControl element={element} id={id} control={control} />
      )}
      {body === 'optionsBelow' && isFirst && <ListBelow element={element} />}
    </div>
  );
}

/** The options of what does not show them, while it is selected. They come after the selection is seen: there may be many. */
function ListBelow({ element }: { element: Element }) {
  const canvas = useCanvas();
  const { id } = useContext(ItemContext);
  const isDrawn = useAfterFrame();
  useLayoutEffect(() => {
    const item = canvas.root.getElementById(`cv-${id}`);
    if (isDrawn && item?.contains(canvas.root.activeElement)) item.scrollIntoView({ block: 'nearest' });
  }, [isDrawn]);
  return isDrawn ? <ChoiceOptions element={element} look="list" /> : null;
}

/** With the mark of a required one. A label with links is shown as such, and written among the properties. */
export function LabelText({ element }: { element: Element }) {
  const canvas = useCanvas();
  const t = useTexts('builder/canvas');
  return (
    <>
      {element.labelHtml ? (
        <FormattedLabel html={element.labelHtml} />
      ) : (
        <Editable
          field="label"
          label={t('label')}
          value={element.label ?? ''}
          placeholder={element.name}
          onChange={(label) => change(label)}
          {...(element.type.startsWith('f') && { onLines: addQuestions })}
        />
      )}
      {isAlwaysRequired(element) && (
        <span class="required" aria-hidden="true">
          {'\u00a0*'}
        </span>
      )}
    </>
  );

  function change(label: string) {
    const path = canvas.pathOf(element);
    canvas.fresh.delete(canvas.ids.idOf(element));
    if (path !== undefined) setLabel(canvas.builder.draft, path, label);
  }

  function addQuestions(lines: readonly string[]) {
    const path = canvas.pathOf(element);
    if (path === undefined) return;
    canvas.fresh.delete(canvas.ids.idOf(element));
    if (lines.length > maxPastedQuestions) setLabel(canvas.builder.draft, path, lines.join(' '));
    else focusAt(canvas, setQuestions(canvas.builder.draft, path, lines), 'end');
  }
}

function FormattedLabel({ html }: { html: string }) {
  const canvas = useCanvas();
  const t = useTexts('builder/canvas');
  const { id, isFirst } = useContext(ItemContext);
  const edit = () => wishFocus(canvas.builder.ui, 'label', 'properties');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same.
    <span class="cv-rich-label" onDblClick={edit}>
      <bdi inert>
        <HtmlText html={html} />
      </bdi>
      {isFirst && (
        <button
          type="button"
          class="cv-edit-label"
          {...appLanguage()}
          data-item={id}
          aria-label={t('editText')}
          title={t('editText')}
          onClick={edit}
        >
          <Icon name="edit" size={16} />
        </button>
      )}
    </span>
  );
}

export function HelpText({ element }: { element: Element }) {
  const canvas = useCanvas();
  const t = useTexts('builder/canvas');
  return (
    <p class="hint help" dir="auto">
      <Editable
        field="help"
        label={t('help')}
        placeholder={t('helpHint')}
        isMultiline
        value={element.help ?? ''}
        onChange={(help) => {
          const path = canvas.pathOf(element);
          if (path !== undefined) setText(canvas.builder.draft, path, 'help', help);
        }}
      />
    </p>
  );
}
