// A dialog over the page: the browser's own, so focus stays inside and Escape closes it. And the question before a action.
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
        <>
          <Button onPress={() => onAnswer(false)}>{t('cancel')}</Button>
          <Button kind={question.isDanger ? 'danger' : 'primary'} type="submit" isOff={!isReady}>
            {question.confirm}
          </Button>
        </>
      }
    >
      {question.text !== undefined && <p class="lines">{question.text}</p>}
      {question.typed !== undefined && (
        <TextField label={t('typeToConfirm', { text: question.typed })} value={typed} onChange={setTyped} />
      )}
    </Dialog>
  );
}
