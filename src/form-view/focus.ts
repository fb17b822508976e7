// Moving the focus to where something is to be done, also when it is in a closed tab or section.
// [fill-links.tabs]

const focusable =
  'input:not([type=hidden]):not([disabled]), select, textarea, button, [contenteditable=true], [tabindex]';

/** The first control inside, or the element itself where it is one. */
export function focusInside(target: Element | null): void {
  if (target === null) return;
  const inside = target.matches(focusable)
    ? target
    : (target.querySelector('.question[aria-invalid] input') ??
      target.querySelector(`.field :is(${focusable})`) ??
      target.querySelector(focusable));
  (inside as HTMLElement | null)?.focus();
}

/** Opens what hides the field at a path of the data, then focuses it. False where the page has no such field. */
export function revealField(path: string): boolean {
  const field = document.querySelector(`[data-path="${CSS.escape(path)}"]`);
  if (field === null) return false;
  for (
    let hidden = field.closest('[hidden]');
    hidden !== null;
    hidden = hidden.parentElement?.closest('[hidden]') ?? null
  ) {
    // Steps open by themselves; tabs and sections by their buttons.
    hidden.dispatchEvent(new Event('reveal'));
    document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(hidden.id)}"]`)?.click();
  }
  requestAnimationFrame(() => {
    focusInside(field);
    field.scrollIntoView({ block: 'center' });
  });
  return true;
}

/** Enter sends a form while the focus stays in a field: the field reads now what it would read when it is left. [fill-links.half-typed] */
export function readFocused(): void {
  document.activeElement?.dispatchEvent(new FocusEvent('blur'));
}
