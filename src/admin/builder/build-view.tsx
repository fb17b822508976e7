// The main view of the builder: what can be added, the form, the properties of what is selected, and how it looks. A narrow
// screen shows one of them at a time.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JsonObject } from '../../core/form-definition.ts';
import { useSlice } from '../../web/store.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { type Part, useBuilder } from './builder-context.ts';
import { builderTexts } from './builder-texts.ts';
import { Outline } from './outline/outline.tsx';
import { Palette } from './outline/palette.tsx';
import { Preview } from './preview.tsx';
import { PropertiesPanel } from './properties/properties-panel.tsx';
import { columnAt } from './tree/columns.ts';
import { elementAt, rootOf, slotOf } from './tree/element-tree.ts';
import { FirstField } from './tree/first-field.tsx';

const parts: readonly Part[] = ['palette', 'outline', 'properties', 'canvas'];

export function BuildView() {
  const { draft, ui } = useBuilder();
  const t = useTexts(builderTexts);
  const part = useSlice(ui, () => ui.get().part);
  const isEmpty = useSlice(draft, () => (rootOf(draft.get().definition).children ?? []).length === 0);
  const isRoomy = useMedia('(min-width: 90rem)');
  const [shown, setShown] = useState<'outline' | 'preview' | 'both'>();
  const middle = shown ?? (isRoomy ? 'both' : 'outline');
  const isNarrow = useMedia('(max-width: 60rem)');
  const isPreviewSeen = isNarrow ? part === 'canvas' : middle !== 'outline';
  const typed = useRef<JsonObject>();
  return (
    <div class="build-view" data-part={part} data-middle={middle}>
      <fieldset class="part-tabs segments">
        <legend class="visually-hidden">{t('parts')}</legend>
        {parts.map((one) => (
          <Button key={one} isPressed={part === one} onPress={() => ui.set({ part: one })}>
            {t(one)}
          </Button>
        ))}
      </fieldset>
      <section class="part palette-part" aria-label={t('palette')}>
        <Palette />
      </section>
      <div class="middle">
        <fieldset class="segments middle-choice">
          <legend class="visually-hidden">{t('show')}</legend>
          <Button isPressed={middle === 'outline'} onPress={() => setShown('outline')}>
            {t('showOutline')}
          </Button>
          <Button isPressed={middle === 'preview'} onPress={() => setShown('preview')}>
            {t('showPreview')}
          </Button>
          <Button isPressed={middle === 'both'} onPress={() => setShown('both')}>
            {t('showBoth')}
          </Button>
        </fieldset>
        <section class="part outline-part" aria-label={t('outline')}>
          <SelectionTools />
          {isEmpty && <FirstField />}
          <Outline />
        </section>
        <section class="part preview-part" aria-label={t('preview')}>
          {isPreviewSeen && <Preview typed={typed} />}
        </section>
      </div>
      <section class="part properties-part" aria-label={t('properties')}>
        <PropertiesPanel />
      </section>
    </div>
  );
}

/** What can be done to the selected element, for those who use no keys. */
function SelectionTools() {
  const { draft, actions } = useBuilder();
  const t = useTexts(builderTexts);
  // Where an element can go depends on the whole form.
  useSlice(draft, () => draft.get().definition);
  const selected = useSlice(draft, () => draft.get().selected);
  const { definition } = draft.get();
  const isElement = elementAt(definition, selected) !== undefined && slotOf(selected ?? '') !== undefined;
  const canRemove = isElement || (selected !== undefined && columnAt(definition, selected) !== undefined);
  const tools = [
    { icon: 'up', direction: 'up', label: t('moveUp') },
    { icon: 'down', direction: 'down', label: t('moveDown') },
    { icon: 'next', direction: 'in', label: t('moveIn') },
    { icon: 'back', direction: 'out', label: t('moveOut') },
  ] as const;
  return (
    <div class="selection-tools" role="toolbar" aria-label={t('toolbar')}>
      {tools.map(({ icon, direction, label }) => (
        <Button
          key={direction}
          kind="quiet"
          icon={icon}
          label={label}
          isOff={!isElement || !actions.canMove(direction)}
          onPress={() => actions.move(direction)}
        />
      ))}
      <Button kind="quiet" icon="copy" label={t('duplicate')} isOff={!isElement} onPress={() => actions.duplicate()} />
      <Button kind="quiet" icon="trash" label={t('remove')} isOff={!canRemove} onPress={() => actions.remove()} />
    </div>
  );
}

function useMedia(query: string): boolean {
  const [isTrue, setTrue] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setTrue(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return isTrue;
}
