// Keys that work anywhere in the builder. Undo is one for everything, in text boxes too: what is typed there is a step like
// any other. Boxes whose text is not part of the form (data-own-undo) keep their own, and open dialogs keep all keys.
import { useEffect, useRef } from 'preact/hooks';

export interface Shortcuts {
  readonly save: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly preview: () => void;
  readonly help: () => void;
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const key = event.key.toLowerCase();
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      // Inside a shadow root the event names the host.
      const target = event.composedPath()[0] ?? null;
      const run = (action: () => void) => {
        event.preventDefault();
        action();
      };
      if (isCommand && key === 's' && !event.shiftKey) run(latest.current.save);
      else if (isCommand && key === 'enter' && !event.shiftKey) run(latest.current.preview);
      else if (isCommand && (key === 'z' || key === 'y')) {
        if (hasOwnUndo(target)) return;
        run(key === 'y' || event.shiftKey ? latest.current.redo : latest.current.undo);
      } else if (!isCommand && key === '?' && !isTextBox(target)) run(latest.current.help);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

export function isTextBox(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

function hasOwnUndo(target: EventTarget | null): boolean {
  return isTextBox(target) && (target as HTMLElement).closest('[data-own-undo]') !== null;
}
