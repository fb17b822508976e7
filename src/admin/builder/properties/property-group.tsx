// Properties that belong together, under a heading.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export function Group({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out as a heading.
    <div role="group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </div>
  );
}
