// Keys that work anywhere in the builder. Text boxes keep their own undo, and open dialogs keep all keys.
import { useEffect, useRef } from 'preact/hooks';

export interface Shortcuts {
  readonly save: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly help: () => void;
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]') !== null) return;
      const key = event.key.toLowerCase();
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      const isTyping = isTextBox(event.target);
      const run = (action: () => void) => {
        event.preventDefault();
        action();
      };
      if (isCommand && key === 's' && !event.shiftKey) run(latest.current.save);
      else if (isTyping) return;
      else if (isCommand && key === 'z') run(event.shiftKey ? latest.current.redo : latest.current.undo);
      else if (isCommand && key === 'y') run(latest.current.redo);
      else if (!isCommand && key === '?') run(latest.current.help);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function isTextBox(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}
