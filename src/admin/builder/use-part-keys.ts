// F6 leads from part to part of the builder: the bar, what can be added, the outline, the form, the properties. The form is the first,
// also for the link that skips the bar. A part that is folded away is passed over.
import { useEffect } from 'preact/hooks';
import { type Builder, wishFocus } from './builder-context.ts';

type Place = 'bar' | 'palette' | 'outline' | 'canvas' | 'properties' | 'view';

const selectors: readonly (readonly [Place, string])[] = [
  ['bar', '.builder-bar'],
  ['palette', '.palette-part'],
  ['outline', '.outline-part'],
  ['canvas', '.canvas-part'],
  ['properties', '.properties-part'],
  ['view', '.builder > :not(.builder-bar, .notice, .build-view, .visually-hidden)'],
];

export function usePartKeys({ ui, draft }: Builder): void {
  useEffect(() => {
    /** What last had the focus in the bar: whoever returns goes on from there. */
    let inBar: HTMLElement | undefined;
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest('.builder-bar')) inBar = target;
    };
    const enter = (place: Place, part: HTMLElement) => {
      if (place === 'bar') (inBar?.isConnected ? inBar : part.querySelector<HTMLElement>('[aria-current]'))?.focus();
      else if (place === 'palette') part.querySelector('input')?.focus();
      else if (place === 'outline') wishFocus(ui, 'row');
      else if (place === 'canvas' && draft.get().selected !== undefined) wishFocus(ui, 'item');
      else if (place === 'properties') wishFocus(ui, 'label');
      // Not everything has what was wished for.
      queueMicrotask(() => {
        if (!part.contains(document.activeElement)) firstIn(part)?.focus();
      });
    };
    const go = (step: 1 | -1) => {
      const parts = selectors.flatMap(([place, selector]) => {
        const part = document.querySelector<HTMLElement>(selector);
        return part?.checkVisibility() ? [{ place, part }] : [];
      });
      const at = parts.findIndex(({ part }) => part.contains(document.activeElement));
      const form = parts.findIndex(({ place }) => place === 'canvas' || place === 'view');
      const next = parts[at === -1 ? form : (at + step + parts.length) % parts.length];
      if (next !== undefined) enter(next.place, next.part);
    };
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    };
    const skip = (event: MouseEvent) => {
      const form = document.querySelector<HTMLElement>('.canvas-part');
      if (form === null || !(event.target as Element).closest('.skip')) return;
      event.preventDefault();
      enter('canvas', form);
    };
    document.addEventListener('focusin', follow);
    addEventListener('keydown', listen);
    document.addEventListener('click', skip);
    return () => {
      document.removeEventListener('focusin', follow);
      removeEventListener('keydown', listen);
      document.removeEventListener('click', skip);
    };
  }, [ui, draft]);
}

/** On the form an element, or the first one to add; elsewhere what one can type in or press. */
function firstIn(part: HTMLElement): HTMLElement | undefined {
  const form = part.querySelector('.canvas-host')?.shadowRoot;
  if (form) return form.querySelector<HTMLElement>('.cv-item[tabindex="0"], .cv-start button') ?? undefined;
  const inside = part.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href], [tabindex="0"]');
  const seen = [...inside].filter((one) => one.checkVisibility());
  return seen.find((one) => one.closest('.part-head') === null) ?? seen[0];
}
