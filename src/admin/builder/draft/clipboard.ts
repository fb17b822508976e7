// Copies elements to the clipboard and pastes them. Keys use the browser's own events, which need no permission and work on pages without
// https; buttons ask the browser for access, and where that is refused use what was copied in this window.
import { useEffect } from 'preact/hooks';
import { type Builder, placeOfFocus, wishFocus } from '../builder-context.ts';
import { isTextBox } from '../use-shortcuts.ts';
import type { Clipboard } from './builder-actions.ts';

export function createClipboard(): Clipboard {
  let own: string | undefined;
  return {
    write(text) {
      own = text;
      // Refused without a gesture, and missing without https: then it is pasted within this window.
      void navigator.clipboard?.writeText(text).catch(() => undefined);
    },
    async read() {
      try {
        return (await navigator.clipboard?.readText()) ?? own;
      } catch {
        return own;
      }
    },
  };
}

/** Ctrl+C, X and V outside of text boxes and dialogs. */
export function useClipboardKeys({ actions, ui }: Builder): void {
  useEffect(() => {
    /** The focus goes to what is selected now, where it was: in the outline or on the form. */
    const follow = (place: ReturnType<typeof placeOfFocus>) => {
      if (place !== undefined) wishFocus(ui, place);
    };
    const isOurs = (event: ClipboardEvent) =>
      event.clipboardData !== null &&
      !event.defaultPrevented &&
      document.querySelector('dialog[open]') === null &&
      !isTextBox(event.composedPath()[0] ?? null);
    const take = (event: ClipboardEvent) => {
      // A text selection takes precedence.
      if (!isOurs(event) || document.getSelection()?.isCollapsed === false) return;
      const text = actions.copiedText();
      if (text === undefined) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
      if (event.type === 'copy') actions.copy();
      else {
        const place = placeOfFocus();
        actions.cut();
        follow(place);
      }
    };
    const paste = (event: ClipboardEvent) => {
      const place = placeOfFocus();
      if (!isOurs(event) || !actions.pasteText(event.clipboardData?.getData('text/plain') ?? '')) return;
      event.preventDefault();
      follow(place);
    };
    document.addEventListener('copy', take);
    document.addEventListener('cut', take);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', take);
      document.removeEventListener('cut', take);
      document.removeEventListener('paste', paste);
    };
  }, [actions, ui]);
}
