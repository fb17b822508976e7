// The properties of one element: the usual ones first, the others under "More".
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { isElementProperty, meantProperty } from '../../../core/definition/element-properties.ts';
import type { Element, ElementChanges } from '../../../core/definition/form-definition.ts';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notices.tsx';
import { useBuilder } from '../builder-context.ts';
import { fieldNames } from '../expressions/expression-names.ts';
import { OtherProblems } from '../other-problems.tsx';
import { changeElement, rootPath } from '../tree/element-tree.ts';
import { moreItems, usualItems } from './panel-layout.ts';
import { Parts } from './panel-parts.tsx';

export function ElementProperties({ path, element }: { path: string; element: Element }) {
  const { draft } = useBuilder();
  const definition = useSlice(draft, () => draft.get().definition);
  const names = useMemo(() => fieldNames(definition, path), [definition, path]);
  const set = (changes: ElementChanges) => {
    const step = `${Object.keys(changes).join()}@${path}`;
    draft.change((now) => changeElement(now, path, changes), step);
  };
  const properties = { element, names, set, path, isRoot: path === rootPath };
  return (
    <div class="stack">
      <OtherProblems path={path} />
      <Parts {...properties} items={usualItems} />
      <More>
        <Parts {...properties} items={moreItems} />
      </More>
      <UnknownProperties element={element} />
    </div>
  );
}

/** Stays open from one element to the next. */
function More({ children }: { children: ComponentChildren }) {
  const { ui } = useBuilder();
  const t = useTexts('builder/property');
  const isOpen = useSlice(ui, () => ui.get().isMoreOpen);
  return (
    <details class="more" open={isOpen} onToggle={(event) => ui.set({ isMoreOpen: event.currentTarget.open })}>
      <summary>{t('more')}</summary>
      {isOpen && <div class="stack">{children}</div>}
    </details>
  );
}

function UnknownProperties({ element }: { element: Element }) {
  const t = useTexts('builder/property');
  const unknown = Object.keys(element).filter((key) => !isElementProperty(key));
  const slips = unknown.flatMap((name) => {
    const meant = meantProperty(name);
    return meant === undefined ? [] : [{ name, meant }];
  });
  const others = unknown.filter((name) => slips.every((slip) => slip.name !== name));
  return (
    <>
      {slips.length > 0 && (
        <Notice kind="warning">
          <ul class="plain-list">
            {slips.map((slip) => (
              <li key={slip.name}>{t('meantProperty', slip)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {others.length > 0 && <p class="hint">{t('otherProperties', { names: others.join(', ') })}</p>}
    </>
  );
}
