// What only shows something: a text, a calculation, a button. Texts are typed where they stand; formatted ones are shown as they will be.
import type { Element } from '../../../core/form-definition.ts';
import { HtmlText } from '../../../form-view/label-text.tsx';
import { useTexts } from '../../texts.ts';
import { useCanvas } from './canvas-context.ts';
import { canvasTexts } from './canvas-texts.ts';
import { setText } from './edit-element.ts';
import { Editable } from './editable.tsx';
import { type BodyProps, LabelText } from './field-body.tsx';

export function ContentBody({ element }: BodyProps) {
  const t = useTexts(canvasTexts);
  const canvas = useCanvas();
  const change = (text: string) => {
    const path = canvas.pathOf(element);
    canvas.fresh.delete(canvas.ids.idOf(element));
    if (path !== undefined) setText(canvas.builder.draft, path, 'text', text);
  };
  if (element.type === 'eButton') {
    return (
      <div>
        <span class="add cv-button">
          <Editable
            field="text"
            label={t('buttonText')}
            placeholder={element.label || element.name}
            value={element.text ?? ''}
            onChange={change}
          />
        </span>
      </div>
    );
  }
  if (element.type === 'eEq') {
    return (
      <div class="field calculation">
        <span class="label">
          <LabelText element={element} />
        </span>
        <code class="cv-formula" dir="ltr">
          = {element.eq}
        </code>
      </div>
    );
  }
  return (
    <div class="content">
      {element.label !== undefined && (
        <p class="label">
          <LabelText element={element} />
        </p>
      )}
      {element.html ? <FormattedText element={element} /> : <p dir="auto">{text()}</p>}
    </div>
  );

  function text() {
    return (
      <Editable
        field="text"
        label={t('text')}
        placeholder={t('textHint')}
        isMultiline
        value={element.text ?? ''}
        onChange={change}
      />
    );
  }
}

function FormattedText({ element }: { element: Element }) {
  return (
    <div inert>
      <HtmlText html={element.html ?? ''} />
    </div>
  );
}
