// fDoc: rich text, typed into an editor that keeps to plain HTML. [fill-links.rich-text]
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import Squire from 'squire-rte';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { richTexts } from '../../../form-view/rich-texts.ts';
import { cleanDoc, docHtml } from './clean-doc.ts';
import { DocToolbar } from './doc-toolbar.tsx';

export function DocField(props: FieldProps): JSX.Element {
  return props.isReadonly ? <ReadonlyDoc {...props} /> : <DocEditor {...props} />;
}

function ReadonlyDoc({ id, labelId, value, describedBy }: FieldProps): JSX.Element {
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => text.current?.replaceChildren(cleanDoc(htmlOf(value))), [value]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea shows no rich text.
    <div
      ref={text}
      id={id}
      class="control doc-text is-readonly"
      role="textbox"
      tabIndex={0}
      aria-readonly="true"
      aria-multiline="true"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
    />
  );
}

function DocEditor(props: FieldProps): JSX.Element {
  const { id, labelId, value, isInvalid, isRequired, describedBy, locale } = props;
  const root = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Squire>();
  const onChange = useRef(props.onChange);
  onChange.current = props.onChange;
  /** What the editor said and has not seen come back; any other value came from elsewhere. */
  const told = useRef<(string | undefined)[]>([undefined]);

  // In time for the first paint: text that came after it would push everything below away.
  useLayoutEffect(() => {
    const opened = new Squire(root.current!, {
      blockTag: 'P',
      sanitizeToDOMFragment: (html: string) => cleanDoc(html),
      tagAttributes: { a: { rel: 'noopener noreferrer nofollow' } },
    });
    // Tab leads out of the field, also from within a list; Ctrl and a bracket change the level.
    opened.setKeyHandler('Tab', null);
    opened.setKeyHandler('Shift-Tab', null);
    opened.addEventListener('input', () => {
      const html = docHtml(opened.getHTML());
      told.current.push(html);
      onChange.current(html);
    });
    setEditor(opened);
    return () => opened.destroy();
  }, []);
  useLayoutEffect(() => {
    if (editor === undefined) return;
    // Values come back after a drawing, when more may have been typed.
    const place = told.current.lastIndexOf(typeof value === 'string' ? value : undefined);
    if (place >= 0) {
      told.current.splice(0, place);
      return;
    }
    told.current = [typeof value === 'string' ? value : undefined];
    editor.setHTML(htmlOf(value));
  }, [editor, value]);

  // The page sends the focus to a field; within this one it belongs to the text.
  const onFocus = (event: FocusEvent) => event.target === event.currentTarget && editor?.focus();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hands the focus on.
    <div class={`doc-field${isInvalid ? ' is-invalid' : ''}`} tabIndex={-1} onFocus={onFocus}>
      <DocToolbar editor={editor} controls={id} locale={locale} texts={richTexts(props)} />
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea holds no rich text. */}
      <div
        ref={root}
        id={id}
        class="doc-text"
        role="textbox"
        tabIndex={0}
        contentEditable
        aria-multiline="true"
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        aria-required={isRequired || undefined}
      />
    </div>
  );
}

function htmlOf(value: FieldProps['value']): string {
  return typeof value === 'string' ? value : '';
}
