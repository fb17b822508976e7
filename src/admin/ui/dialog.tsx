// A dialog over the page: the browser's own, so focus stays inside and Escape closes it. And the question before an action.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Question } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  /** Buttons at the end. */
  readonly actions?: ComponentChildren;
  /** With it the content is a form: Enter and a submit button do it. */
  readonly onSubmit?: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, isWide, actions, onSubmit, children }: DialogProps) {
  const t = useTexts('shell/ui');
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the first paint: the next key that somebody presses belongs to the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = box.current!;
    dialog.showModal();
    return () => {
      // While it is open nothing behind it can have the focus.
      dialog.close();
      before?.focus?.();
    };
  }, []);
  const isTouched = useRef(false);
  const touch = () => {
    isTouched.current = true;
  };
  useLayoutEffect(() => {
    // Until somebody uses the dialog, fields and suggested values that are loaded later count as its first too. Afterwards a step
    // that removed the focused element, such as a form that became its result, keeps the keyboard in the dialog.
    if (!isTouched.current || document.activeElement === document.body) focusFirst(box.current!);
  });
  const content = (
    <>
      <div class="dialog-body">{children}</div>
      {actions !== undefined && <div class="dialog-actions">{actions}</div>}
    </>
  );
  return (
    <dialog
      ref={box}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={touch}
      onPointerDown={touch}
      onInput={touch}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" icon="close" label={t('close')} onPress={onClose} />
      </div>
      {onSubmit === undefined ? (
        content
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {content}
        </form>
      )}
    </dialog>
  );
}

/**
 * Focuses what the dialog is for: the button that copies a result, or the first field with its text selected, or the button
 * that does it (the one that cancels where it cannot be undone). Never the close button, which the browser would choose.
 */
function focusFirst(dialog: HTMLDialogElement): void {
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
  const target =
    find('[data-first]') ?? find('.copy-field .button') ?? firstField(dialog) ?? firstAction(dialog) ?? dialog;
  target.focus();
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
}

function firstField(dialog: HTMLDialogElement): HTMLElement | undefined {
  const fields = dialog.querySelectorAll<HTMLElement>(
    '.dialog-body :is(input:not([type=hidden]), textarea, select):enabled, .dialog-body [contenteditable=true]',
  );
  const usable = [...fields].filter((field) => field.checkVisibility());
  // Of a group of radio buttons the checked one is the stop of the Tab key.
  return usable.find((field) => !isUncheckedRadio(field)) ?? usable[0];
}

function isUncheckedRadio(field: HTMLElement): boolean {
  return field instanceof HTMLInputElement && field.type === 'radio' && !field.checked;
}

function firstAction(dialog: HTMLDialogElement): HTMLElement | null {
  const actions = dialog.querySelector('.dialog-actions');
  const isDangerous = actions?.querySelector('.button.danger') != null;
  return actions?.querySelector<HTMLElement>(isDangerous ? '.button:not(.danger)' : '.button.primary') ?? null;
}

export interface SubmitActionsProps {
  readonly onCancel: () => void;
  readonly isBusy?: boolean;
  readonly isOff?: boolean;
  readonly isDanger?: boolean;
  /** What the button that does it says. */
  readonly children: ComponentChildren;
}

/** The buttons of a dialog that is a form. */
export function SubmitActions({ onCancel, isBusy = false, isOff = false, isDanger, children }: SubmitActionsProps) {
  const t = useTexts('shell/ui');
  return (
    <>
      <Button onPress={onCancel}>{t('cancel')}</Button>
      <Button kind={isDanger ? 'danger' : 'primary'} type="submit" isBusy={isBusy} isOff={isOff}>
        {children}
      </Button>
    </>
  );
}

export function QuestionDialog({ question, onAnswer }: { question: Question; onAnswer: (isYes: boolean) => void }) {
  const t = useTexts('shell/ui');
  const [typed, setTyped] = useState('');
  const isReady = question.typed === undefined || typed.trim() === question.typed;
  return (
    <Dialog
      title={question.title}
      onClose={() => onAnswer(false)}
      onSubmit={() => isReady && onAnswer(true)}
      actions={
        <SubmitActions onCancel={() => onAnswer(false)} isDanger={question.isDanger ?? false} isOff={!isReady}>
          {question.confirm}
        </SubmitActions>
      }
    >
      {question.text !== undefined && <p class="lines">{question.text}</p>}
      {question.typed !== undefined && (
        <TextField label={t('typeToConfirm', { text: question.typed })} value={typed} onChange={setTyped} />
      )}
    </Dialog>
  );
}
