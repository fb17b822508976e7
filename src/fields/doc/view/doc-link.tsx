// The address of a link in rich text: typed in a line under the toolbar.

import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type Squire from 'squire-rte';
import type { Locale } from '../../../core/locale/locale.ts';
import { wordsOf } from '../../../form-view/words.ts';
import { linkAddress } from './clean-doc.ts';
import { findAround } from './doc-commands.ts';

export interface DocLinkProps {
  readonly editor: Squire;
  readonly locale: Locale;
  readonly onClose: () => void;
}

export function DocLink({ editor, locale, onClose }: DocLinkProps): JSX.Element {
  const words = wordsOf('fields', locale).docLink;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const before = findAround(editor, 'a')?.getAttribute('href') ?? '';
  const [hasFault, setHasFault] = useState(false);
  useEffect(() => input.current?.focus(), []);

  const close = () => {
    onClose();
    editor.focus();
  };
  const apply = () => {
    const address = linkAddress(input.current?.value ?? '');
    if (address === undefined) {
      setHasFault(true);
      input.current?.focus();
      return;
    }
    editor.focus();
    editor.makeLink(address);
    // Writing goes on after the link, not over it.
    const range = editor.getSelection();
    range.collapse(false);
    editor.setSelection(range);
    onClose();
  };
  const remove = () => {
    editor.focus();
    editor.removeLink();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter must not send the form.
    event.preventDefault();
    if (event.key === 'Escape') close();
    else apply();
  };
  return (
    <div class="doc-link">
      <label for={id}>{words.address}</label>
      <input
        ref={input}
        id={id}
        class="control"
        type="url"
        dir="ltr"
        autoComplete="url"
        defaultValue={before}
        placeholder="https://"
        aria-invalid={hasFault || undefined}
        aria-describedby={hasFault ? `${id}-fault` : undefined}
        onInput={() => setHasFault(false)}
        onKeyDown={onKeyDown}
      />
      <button type="button" class="quiet" onClick={apply}>
        {words.apply}
      </button>
      {before !== '' && (
        <button type="button" class="quiet" onClick={remove}>
          {words.remove}
        </button>
      )}
      <button type="button" class="quiet" onClick={close}>
        {words.cancel}
      </button>
      {hasFault && (
        <p class="message error" id={`${id}-fault`} role="alert">
          {words.fault}
        </p>
      )}
    </div>
  );
}
