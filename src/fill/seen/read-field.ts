// What a field shows, read from the page as a person reads it: the words of what is chosen, typed, drawn or attached, in order.
// [fill-links.seen-stored]

/** A drawing has no words. */
export const drawn = '✓';

/** What is not an answer by itself: the search of a country, the name and link tools of rich controls, a palette. */
const tools = '.phone-country *, .sign-typed *, .doc-field :not(.doc-text), [type=color], [type=file]';

const shown = [
  '.birthday-boxes',
  'input',
  'select',
  'textarea',
  '.doc-text',
  '.chip bdi',
  '.file-row:not([class*=is-]) .file-name',
  '.ranks:not(.unset) .rank-label',
  '.computed:not(.unset)',
  '.sign-image',
  '.sign-opaque',
  '.sign-paper:not(:has(.sign-invitation)) .sign-canvas',
].join();

export function readField(field: Element): readonly string[] {
  return [...field.querySelectorAll<HTMLElement>(shown)].flatMap((one) => {
    // Fields inside a repeat are read for themselves.
    if (one.matches(`${tools}, .birthday-boxes *`) || one.closest('[data-path]') !== field) return [];
    const text = textOf(one);
    return isVisible(text) ? [text] : [];
  });
}

/** Blanks and characters without a shape are no answer that a person sees. */
function isVisible(text: string): boolean {
  return /[^\p{Cc}\p{Cf}\p{Cs}\uFFFD\s]/u.test(text);
}

function textOf(one: HTMLElement): string {
  if (one.matches('.birthday-boxes')) {
    const [year = '', month = '', day = ''] = ['year', 'month', 'day'].map((part) => {
      return one.querySelector<HTMLInputElement>(`[data-part=${part}]`)?.value.trim();
    });
    return year || month || day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : '';
  }
  if (one instanceof HTMLInputElement) {
    if (one.type === 'radio' || one.type === 'checkbox') return one.checked ? choiceText(one) : '';
    if (one.type === 'range') return one.classList.contains('unset') ? '' : one.value;
    return one.value;
  }
  if (one instanceof HTMLTextAreaElement) return one.value;
  if (one instanceof HTMLSelectElement) {
    // For an answer of one's own the box below has the words.
    if (one.value.trim() === '') return '';
    return one.selectedOptions[0]?.text ?? '';
  }
  return one.matches('.sign-image, .sign-opaque, .sign-canvas') ? drawn : one.innerText.trim();
}

function choiceText(input: HTMLInputElement): string {
  if (input.closest('.other-choice') !== null) return '';
  return input.getAttribute('aria-label') ?? input.closest('label')?.textContent?.trim() ?? '';
}

/**
 * Programs that fill in forms may put a text into a control without a word to the page: it is read now, as if it had been typed.
 */
export function readUntold(field: Element): void {
  for (const one of field.querySelectorAll('input, select, textarea')) {
    if (one.matches(`${tools}, [type=radio], [type=checkbox], [role=combobox]`)) continue;
    for (const type of ['input', 'change']) one.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
