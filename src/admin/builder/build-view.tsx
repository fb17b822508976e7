// The main view of the builder: the form itself in the middle; beside it what can be added and the outline, and the
// properties of what is selected. Both sides fold away. A narrow screen shows the form, and the others as sheets over it.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSlice } from '../../web/store.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useBuilder, wishFocus } from './builder-context.ts';
import type { BuilderTextKey } from './builder-texts.ts';
import type { FocusWish, Panel, Part } from './builder-ui.ts';
import { Canvas } from './canvas/canvas.tsx';
import { DeferredPart } from './deferred-part.tsx';
import { Outline } from './outline/outline.tsx';
import { Palette } from './outline/palette.tsx';
import { SelectionTools } from './outline/selection-tools.tsx';
import { foldPanel } from './panels.ts';
import { PropertiesPanel } from './properties/properties-panel.tsx';

const sheets = [
  { part: 'palette', icon: 'plus' },
  { part: 'outline', icon: 'list' },
  { part: 'properties', icon: 'edit' },
] as const;

const outlineWishes: readonly FocusWish[] = ['row'];

export function BuildView() {
  const { ui } = useBuilder();
  const t = useTexts('builder/builder');
  const part = useSlice(ui, () => ui.get().part);
  const folded = useSlice(ui, () => ui.get().folded);
  const isNarrow = useMedia('(max-width: 60rem)');
  const isStartFolded = folded.includes('start') && !isNarrow;
  const isEndFolded = folded.includes('end') && !isNarrow;
  // Whoever asks for what is folded away wants to see it.
  const wish = useSlice(ui, () => ui.get().focus);
  useEffect(() => {
    if (isEndFolded && (wish === 'label' || wish === 'condition' || wish === 'text')) foldPanel(ui, 'end', false);
    if (isStartFolded && (wish === 'palette' || wish === 'row')) foldPanel(ui, 'start', false);
  }, [wish]);
  const turn = (panel: Panel, isFolded: boolean, label: BuilderTextKey) => (
    <span class={isFolded ? 'fold' : `unfold ${panel}`}>
      <Button kind="quiet" icon="fold" label={t(label)} onPress={() => foldPanel(ui, panel, isFolded)} />
    </span>
  );
  return (
    <div
      class={`build-view${isStartFolded ? ' start-folded' : ''}${isEndFolded ? ' end-folded' : ''}`}
      data-part={part}
    >
      <fieldset class="part-tabs">
        <legend class="visually-hidden">{t('parts')}</legend>
        {sheets.map((one) => (
          <button
            key={one.part}
            type="button"
            aria-pressed={part === one.part}
            onClick={() => ui.set({ part: one.part })}
          >
            <Icon name={one.icon} />
            {t(one.part)}
          </button>
        ))}
      </fieldset>
      {isStartFolded && turn('start', false, 'showStart')}
      {!isStartFolded && (
        <div class="builder-side start">
          <Sheet part="palette" tools={turn('start', true, 'foldStart')}>
            <Palette />
          </Sheet>
          <Sheet part="outline">
            <DeferredPart class="later-outline" wishes={outlineWishes}>
              <SelectionTools />
              <Outline />
            </DeferredPart>
          </Sheet>
        </div>
      )}
      <section class="canvas-part" aria-label={t('canvas')}>
        <Canvas />
      </section>
      {!isEndFolded && (
        <div class="builder-side end">
          <Sheet part="properties" tools={turn('end', true, 'foldEnd')}>
            <PropertiesPanel />
          </Sheet>
        </div>
      )}
      {isEndFolded && turn('end', false, 'showEnd')}
    </div>
  );
}

/** A part beside the form; on a narrow screen over it, with a way back. */
function Sheet({ part, tools, children }: { part: Part; tools?: ComponentChildren; children: ComponentChildren }) {
  const { ui } = useBuilder();
  const t = useTexts('builder/builder');
  return (
    <section class={`part ${part}-part`} aria-label={t(part)}>
      <div class="part-head">
        <h2>{t(part)}</h2>
        {tools}
        <span class="close-part">
          <Button
            kind="quiet"
            icon="close"
            label={`${t('closePart')}: ${t(part)}`}
            onPress={() => wishFocus(ui, 'item', 'canvas')}
          />
        </span>
      </div>
      {children}
    </section>
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
