// The draft as a part beside the form follows it. What somebody does on the form is shown there first: the parts beside it follow
// after that frame, so that a form of hundreds of questions answers every key. While somebody works in such a part, it follows at once.
import { afterFrame } from '../after-frame.ts';
import type { DraftState, FormDraft } from './form-draft.ts';

export interface LaterDraft {
  readonly draft: FormDraft;
  /** Shows the draft as it is now. */
  catchUp(): void;
  close(): void;
}

export interface LaterOptions {
  /** Whether somebody works in the part. */
  readonly isInside: () => boolean;
  /** Whether it shows another element than the one that is selected. */
  readonly onBehind?: (isBehind: boolean) => void;
}

export function createLaterDraft(draft: FormDraft, { isInside, onBehind }: LaterOptions): LaterDraft {
  let shown: DraftState = draft.get();
  let cancel: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const catchUp = () => {
    cancel?.();
    cancel = undefined;
    if (shown === draft.get()) return;
    shown = draft.get();
    onBehind?.(false);
    for (const listener of [...listeners]) listener();
  };
  /** What is done in the part itself. */
  const atOnce =
    <Args extends unknown[]>(action: (...args: Args) => void) =>
    (...args: Args) => {
      action(...args);
      catchUp();
    };
  const end = draft.subscribe(() => {
    if (isInside()) return catchUp();
    if (shown.selected !== draft.get().selected) onBehind?.(true);
    cancel ??= afterFrame(catchUp);
  });
  return {
    draft: {
      get: () => shown,
      change: atOnce(draft.change),
      undo: atOnce(draft.undo),
      redo: atOnce(draft.redo),
      select: atOnce(draft.select),
      markSaved: atOnce(draft.markSaved),
      check: draft.check,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    catchUp,
    close() {
      cancel?.();
      end();
    },
  };
}
