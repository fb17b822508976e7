// The form itself, to be edited where it stands. It is drawn in a shadow root with the fill page's own styles, in the form's language,
// direction, color and width, so that it looks as it will; the app's styles do not reach it.
import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { directionOf, type Locale, localeOf } from '../../../core/locale/locale.ts';
import { loadViewTexts } from '../../../form-view/texts.ts';
import { applyTheme } from '../../../form-view/theme.ts';
import { loadItemTexts, loadWords } from '../../../form-view/words.ts';
import { useSlice } from '../../../web/store.ts';
import { AppContext, useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { BuilderContext, useBuilder } from '../builder-context.ts';
import { createIdleWork } from '../draft/idle-work.ts';
import { useProblemText } from '../problem-text.ts';
import { elementAt } from '../tree/element-tree.ts';
import { type CanvasTools, createCanvasTools, type FormWords, type PaletteSpot } from './canvas-context.ts';
import { CanvasPage } from './canvas-page.tsx';
import { canvasStyles } from './form-styles.ts';
import { type ItemNotes, isSameNotes, listNotes } from './item-notes.ts';
import { createKeyedStore } from './keyed-store.ts';

const phoneWidth = 390;

export function Canvas() {
  const app = useApp();
  const builder = useBuilder();
  const { draft } = builder;
  const t = useTexts('builder/canvas');
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const locale = useSlice(draft, () => localeOf(draft.get().definition.locale));
  const words = useWords(locale);
  const color = useSlice(draft, () => draft.get().definition.theme?.color);
  const scheme = useSlice(draft, () => draft.get().definition.page?.colorScheme);
  const { theme } = app.user.settings;
  const [tools, setTools] = useState<CanvasTools>();
  const [spot, setSpot] = useState<PaletteSpot>();
  useLayoutEffect(() => {
    const host = box.current!;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = canvasStyles();
    const notes = createKeyedStore<ItemNotes>(isSameNotes);
    const made = createCanvasTools({ builder, root, notes, openPalette: setSpot });
    setTools(made);
    return () => {
      made.close();
      render(null, root);
      render(null, made.toolbar);
    };
  }, [builder]);
  useNotes(tools);
  useLayoutEffect(() => {
    const host = box.current!;
    host.removeAttribute('style');
    if (color !== undefined) applyTheme(color, host);
    const chosen = scheme ?? (theme === 'light' || theme === 'dark' ? theme : undefined);
    if (chosen === undefined) delete host.dataset['theme'];
    else host.dataset['theme'] = chosen;
  }, [color, scheme, theme]);
  const canvas = useMemo(() => tools && words && { ...tools, words }, [tools, words]);
  // A tree of its own: what is in a shadow root is not a child of what is around it.
  useLayoutEffect(() => {
    if (canvas === undefined) return;
    render(
      <AppContext.Provider value={app}>
        <BuilderContext.Provider value={builder}>
          <CanvasPage key={canvas.words.locale} canvas={canvas} spot={spot} onSpot={setSpot} />
        </BuilderContext.Provider>
      </AppContext.Provider>,
      canvas.root,
    );
  }, [app, builder, canvas, spot]);
  return (
    // As the form runs: the switch is at the end of its title, not over it.
    <div class="canvas" data-width={width} dir={directionOf(locale)}>
      <fieldset class="canvas-width segments">
        <legend class="visually-hidden">{t('width')}</legend>
        <Button
          icon="desktop"
          label={t('desktop')}
          isPressed={width === 'desktop'}
          onPress={() => setWidth('desktop')}
        />
        <Button icon="phone" label={t('phone')} isPressed={width === 'phone'} onPress={() => setWidth('phone')} />
      </fieldset>
      <div class="canvas-frame" style={{ '--canvas-phone': `${phoneWidth}px` }}>
        <div ref={box} class="canvas-host" />
      </div>
    </div>
  );
}

/** What the form's own controls say, in its language. */
function useWords(locale: Locale): FormWords | undefined {
  const [words, setWords] = useState<FormWords>();
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const [texts, itemTexts] = await Promise.all([loadViewTexts(locale), loadItemTexts(locale), loadWords('kinds')]);
      if (isWanted) setWords({ locale, texts, itemTexts: itemTexts[locale]! });
    };
    // Code that does not come is asked for again when the language is chosen again.
    void load().catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [locale]);
  return words;
}

/** Follows the draft when it rests: words about conditions, and what is wrong. */
function useNotes(tools: CanvasTools | undefined): void {
  const { locale } = useApp();
  const t = useTexts('builder/canvas');
  const problemText = useProblemText();
  const latest = useRef({ locale, t, problemText });
  latest.current = { locale, t, problemText };
  useEffect(() => {
    if (tools === undefined) return;
    const { draft, ui } = tools.builder;
    const work = createIdleWork(
      () => {
        const { definition, problems } = draft.get();
        return listNotes({ definition, problems, references: ui.get().references, ...latest.current });
      },
      (notes) => {
        const { definition } = draft.get();
        const byId = [...notes].flatMap(([path, one]) => {
          const element = elementAt(definition, path);
          return element === undefined ? [] : [[tools.ids.idOf(element), one] as const];
        });
        tools.notes.put(new Map(byId));
      },
    );
    let seen: readonly unknown[] = [];
    const follow = () => {
      const { definition, problems } = draft.get();
      const now = [definition, problems, ui.get().references];
      if (now.every((one, at) => one === seen[at])) return;
      seen = now;
      work.restart();
    };
    const ends = [draft.subscribe(follow), ui.subscribe(follow)];
    follow();
    return () => {
      work.stop();
      for (const end of ends) end();
    };
  }, [tools, locale]);
}
