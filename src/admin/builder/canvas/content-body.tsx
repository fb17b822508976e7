// What only shows something: a text, a calculation, a button. Texts are typed where they stand; formatted ones are shown as they will be.
import { useContext, useMemo } from 'preact/hooks';
import { HtmlText } from '../../../form-view/label-text.tsx';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { formChipNames } from '../after/message/chip-names.ts';
import { shownHtml } from '../after/message/chip-source.ts';
import { wishFocus } from '../builder-context.ts';
import { fieldNames } from '../expressions/expression-names.ts';
import { appLanguage, ItemContext, useCanvas } from './canvas-context.ts';
import { setText } from './edit-element.ts';
import { Editable } from './editable.tsx';
import { type BodyProps, LabelText } from './field-body.tsx';

export function ContentBody({ element, id }: BodyProps) {
  const t = useTexts('builder/canvas');
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
      {element.html ? <FormattedText element={element} id={id} /> : <p dir="auto">{text()}</p>}
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

/** Shown as on the page, answers as chips; written with the editor beside it. */
function FormattedText({ element, id }: BodyProps) {
  const t = useTexts('builder/canvas');
  const words = useTexts('builder/message');
  const canvas = useCanvas();
  const { isFirst } = useContext(ItemContext);
  const { draft, ui } = canvas.builder;
  const formSchema = useSlice(draft, () => draft.get().definition.formSchema);
  const html = useMemo(() => {
    const names = fieldNames(draft.get().definition, canvas.pathOf(element));
    return shownHtml(element.html ?? '', formChipNames(names, words).labelOf);
  }, [element, element.html?.includes('{{') ? formSchema : undefined, words]);
  const edit = () => wishFocus(ui, 'text', 'properties');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same.
    <div class="cv-rich" onDblClick={edit}>
      <div inert>
        <HtmlText html={html} />
      </div>
      {isFirst && (
        <button type="button" class="cv-edit-text" {...appLanguage()} data-item={id} onClick={edit}>
          <Icon name="edit" size={16} />
          {t('editText')}
        </button>
      )}
    </div>
  );
}
