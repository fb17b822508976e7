// A dialog over the page: the browser's own, so focus stays inside and Escape closes it. And the question before an action.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Question } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';
import { uiTexts } from './ui-texts.ts';

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
  const t = useTexts(uiTexts);
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = box.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      // While it is open nothing behind it can have the focus.
      dialog?.close();
      before?.focus?.();
    };
  }, []);
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
  const t = useTexts(uiTexts);
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
  const t = useTexts(uiTexts);
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
