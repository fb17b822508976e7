// One question at a time: letters and digits choose among its options, and a choice of one that was made by pointer or letter leads to
// the next question. Arrow keys only look around. [fill-links.one.keys] [fill-links.one.choice]
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface QuickChoices {
  readonly form: { readonly current: HTMLFormElement | null };
  /** The question that is open; undefined where there is none. */
  readonly question: string | undefined;
  readonly leadOn: () => void;
}

/** The choice is seen before it goes. */
const pauseMs = 300;

export function useQuickChoices({ form, question, leadOn }: QuickChoices): void {
  const now = useRef(leadOn);
  now.current = leadOn;
  useLayoutEffect(() => {
    if (question === undefined) return;
    const box = form.current as HTMLFormElement;
    let isMeant = false;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const onPointer = () => {
      clearTimeout(pause);
      isMeant = true;
    };
    const onKey = (event: KeyboardEvent) => {
      clearTimeout(pause);
      isMeant = false;
      const input = isTyping(event) ? undefined : inputOfKey(event, inputsIn(box));
      if (input === undefined) return;
      event.preventDefault();
      isMeant = true;
      input.focus();
      input.click();
      isMeant = false;
      // A box for an answer of one's own is written into next.
      if (isOther(input)) setTimeout(() => fieldIn(box)?.querySelector<HTMLElement>('.other-text')?.focus());
    };
    const onClick = ({ target }: Event) => {
      const input = target as HTMLInputElement;
      if (isMeant && input.type === 'radio' && !isOther(input) && inputsIn(box).includes(input)) {
        pause = setTimeout(() => now.current(), pauseMs);
      }
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    box.addEventListener('click', onClick);
    return () => {
      clearTimeout(pause);
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
      box.removeEventListener('click', onClick);
    };
  }, [question]);
}

/** The field of the step, where it is the only one. */
function fieldIn(box: HTMLElement): Element | undefined {
  const [field, ...others] = box.querySelectorAll('.step-part:not([hidden]) .field');
  return others.length > 0 || field?.matches('.matrix') ? undefined : field;
}

function inputsIn(box: HTMLElement): HTMLInputElement[] {
  const inputs = fieldIn(box)?.querySelectorAll<HTMLInputElement>(
    ':is([role=radiogroup], [role=group]) :is([type=radio], [type=checkbox])',
  );
  return [...(inputs ?? [])].filter(({ disabled }) => !disabled);
}

function isTyping({ target, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (isComposing || ctrlKey || metaKey || altKey) return true;
  return (
    (target as Element).closest(
      ':is(input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable])',
    ) !== null
  );
}

function inputOfKey({ key, code }: KeyboardEvent, inputs: readonly HTMLInputElement[]): HTMLInputElement | undefined {
  if (/^\d$/.test(key)) {
    // Of options that are numbers the digit chooses its own.
    const words = inputs.map((input) => input.closest('label')?.textContent?.trim() ?? '');
    return words.some((text) => /^\d+$/.test(text)) ? inputs[words.indexOf(key)] : inputs[Number(key) - 1];
  }
  // Numbers and stars have no letters. On keyboards of other scripts the place of the key counts.
  const letter = /^[a-z]$/i.test(key) ? key : /^\p{L}$/u.test(key) ? code.replace(/^Key/, '') : '';
  return letter.length === 1
    ? inputs.filter((input) => input.closest('.rating') === null)[letter.toUpperCase().charCodeAt(0) - 65]
    : undefined;
}

function isOther(input: HTMLInputElement): boolean {
  return input.closest('.other-choice') !== null;
}
