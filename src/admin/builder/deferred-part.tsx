// A part beside the form, whose contents follow the draft after the form itself: draft/later-draft.ts.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { BuilderContext, useBuilder } from './builder-context.ts';
import type { FocusWish } from './builder-ui.ts';
import { createLaterDraft } from './draft/later-draft.ts';

export interface DeferredPartProps {
  readonly class: string;
  /** What goes to something inside: it must be there by then. */
  readonly wishes: readonly FocusWish[];
  /** Nothing can be typed there while it shows the element that was selected before. */
  readonly isBusyWhenBehind?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ComponentChildren;
}

export function DeferredPart({ class: name, wishes, isBusyWhenBehind, onKeyDown, children }: DeferredPartProps) {
  const builder = useBuilder();
  const box = useRef<HTMLDivElement>(null);
  const later = useMemo(
    () =>
      createLaterDraft(builder.draft, {
        isInside: () => box.current?.contains(document.activeElement) ?? false,
        ...(isBusyWhenBehind && {
          onBehind(isBehind) {
            if (isBehind) box.current?.setAttribute('aria-disabled', 'true');
            else box.current?.removeAttribute('aria-disabled');
          },
        }),
      }),
    [builder],
  );
  const inner = useMemo(() => ({ ...builder, draft: later.draft }), [builder, later]);
  useEffect(() => {
    const { ui } = builder;
    const end = ui.subscribe(() => {
      const { focus } = ui.get();
      if (focus !== undefined && wishes.includes(focus)) later.catchUp();
    });
    later.catchUp();
    return () => {
      end();
      later.close();
    };
  }, [builder, later]);
  return (
    <BuilderContext.Provider value={inner}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears keys from any input inside. */}
      <div class={name} ref={box} onKeyDown={onKeyDown}>
        {children}
      </div>
    </BuilderContext.Provider>
  );
}
