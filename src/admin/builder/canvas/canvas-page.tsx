// The form page on the canvas: title, elements, buttons, as people will see them; and what appears over it while one works.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Element } from '../../../core/definition/form-definition.ts';
import { directionOf } from '../../../core/locale/locale.ts';
import { useSlice } from '../../../web/store.ts';
import { translator, useTexts } from '../../texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { extendSelection, isSelected, selectOnly, toggleSelected } from '../draft/selection.ts';
import { ElementIcon } from '../outline/element-icon.tsx';
import { elementTitle } from '../outline/outline-line.tsx';
import { useFocusWish } from '../outline/use-focus-wish.ts';
import { elementAt, listAt, rootOf, rootPath } from '../tree/element-tree.ts';
import type { KindName } from '../tree/kind-texts.ts';
import { addElement, replaceWith } from './add-element.ts';
import { appLanguage, CanvasContext, type CanvasScope, type PaletteSpot } from './canvas-context.ts';
import { focusAt, focusText, idOfItem, itemOf } from './canvas-focus.ts';
import { onCanvasKey } from './canvas-keys.ts';
import { CanvasList } from './canvas-list.tsx';
import type { CanvasTextKey } from './canvas-texts.ts';
import { type DragView, listenToDragging } from './dragging.ts';
import { setPageText, setTitle, titleOf } from './edit-element.ts';
import { Editable } from './editable.tsx';
import { PalettePopover } from './palette-popover.tsx';

const usual: readonly KindName[] = ['text', 'email', 'radio', 'date', 'section'];

export interface CanvasPageProps {
  readonly canvas: CanvasScope;
  readonly spot: PaletteSpot | undefined;
  readonly onSpot: (spot: PaletteSpot | undefined) => void;
}

export function CanvasPage({ canvas, spot, onSpot }: CanvasPageProps) {
  const { draft, actions } = canvas.builder;
  const t = useTexts('builder/canvas');
  const box = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<DragView>();
  const children = useSlice(draft, () => rootOf(draft.get().definition).children as readonly Element[] | undefined);
  const theme = useSlice(draft, () => draft.get().definition.theme);
  const elements = useMemo(() => (children ?? []).filter((one) => typeof one?.type === 'string'), [children]);
  useEffect(() => {
    const titleAt = (path: string) => {
      const element = elementAt(draft.get().definition, path);
      return element === undefined ? '' : elementTitle(element);
    };
    return listenToDragging(canvas, box.current!, setDrag, titleAt);
  }, [canvas, draft]);
  useFocusWish('canvas', () => focusAt(canvas, draft.get().selected, 'all'));
  useFocusWish('item', () => focusAt(canvas, draft.get().selected));
  useScrolling(canvas);
  useKeptFocus(canvas, elements);
  const step = (way: 'undo' | 'redo') => {
    if (!draft.get()[way === 'undo' ? 'canUndo' : 'canRedo']) return;
    const held = canvas.root.activeElement as HTMLElement | null;
    const field = held?.dataset['edit'];
    draft[way]();
    actions.announce(t(way === 'undo' ? 'undone' : 'redone'));
    // What had the focus may be gone: then what is selected has it.
    queueMicrotask(() => {
      const text = held?.isConnected && field !== undefined ? held : undefined;
      if (text !== undefined) focusText(text);
      else focusAt(canvas, draft.get().selected ?? firstPath(draft));
    });
  };
  const end = () => ({
    list: `${rootPath}.children`,
    at: listAt(draft.get().definition, `${rootPath}.children`).length,
  });
  const choose = (kind: KindName) => {
    if (spot === undefined) return;
    onSpot(undefined);
    if (spot.replaced === undefined) addElement(canvas, kind, spot.slot);
    else replaceWith(canvas, kind, spot.replaced, spot.slot);
  };
  return (
    <CanvasContext.Provider value={canvas}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears what is done to any element inside. */}
      <div
        ref={box}
        class="cv-page"
        lang={canvas.words.locale}
        dir={directionOf(canvas.words.locale)}
        onKeyDown={(event) => onCanvasKey(canvas, event, step)}
        onMouseDown={(event) => press(canvas, event)}
        onFocusIn={(event) => follow(canvas, event)}
        onClick={(event) => release(canvas, event)}
      >
        <header class="cv-head">
          {theme?.logo !== undefined && <Logo address={theme.logo} />}
          <Title canvas={canvas} />
        </header>
        <div class="form cv-form">
          {elements.length === 0 ? (
            <Start canvas={canvas} />
          ) : (
            <>
              <CanvasList elements={elements} owner="root" level={1} />
              <button
                type="button"
                class="cv-end"
                onClick={(event) => onSpot({ slot: end(), anchor: event.currentTarget })}
              >
                <Icon name="plus" size={18} />
                {t('addAtEnd')}
                <span class="cv-key" aria-hidden="true">
                  /
                </span>
              </button>
            </>
          )}
          <Finish canvas={canvas} />
        </div>
      </div>
      {spot !== undefined && (
        <PalettePopover
          spot={spot}
          onChoose={choose}
          onClose={() => {
            onSpot(undefined);
            const { anchor } = spot;
            const item = anchor.matches('button') ? (itemOf(anchor) ?? anchor) : anchor;
            item.focus({ preventScroll: true });
          }}
        />
      )}
      {drag !== undefined && <Dragged view={drag} />}
    </CanvasContext.Provider>
  );
}

function firstPath(draft: CanvasScope['builder']['draft']): string | undefined {
  return rootOf(draft.get().definition).children?.[0] === undefined ? undefined : `${rootPath}.children.0`;
}

/** Whatever is selected elsewhere is brought into sight; what was pressed here is in sight. */
function useScrolling(canvas: CanvasScope): void {
  const { draft } = canvas.builder;
  const selected = useSlice(draft, () => draft.get().selected);
  useLayoutEffect(() => {
    if (canvas.root.activeElement === null) canvas.itemAt(selected)?.scrollIntoView({ block: 'nearest' });
  }, [canvas, selected]);
}

/** What had the focus may go, as after a question about deleting it: then what is selected has it. */
function useKeptFocus(canvas: CanvasScope, elements: unknown): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const { host } = canvas.root;
    const follow = () => {
      const { activeElement } = document;
      // Dialogs give the focus back, or would: what they ask is about what was focused here.
      if (activeElement !== null && activeElement !== document.body && activeElement.closest('dialog') === null) {
        hadFocus.current = activeElement === host;
      }
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [canvas]);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (hadFocus.current && document.activeElement === document.body) {
        focusAt(canvas, canvas.builder.draft.get().selected);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [elements]);
}

/** A press selects; with Shift or Ctrl it selects several. The caret goes where it was pressed. */
function press(canvas: CanvasScope, event: MouseEvent): void {
  const target = event.target as HTMLElement;
  const item = itemOf(target);
  if (item === null || event.button !== 0 || target.closest('button, .cv-tools') !== null) return;
  const path = canvas.pathOfId(idOfItem(item));
  if (path === undefined) return;
  const { builder } = canvas;
  const isMany = event.shiftKey || event.ctrlKey || event.metaKey;
  if (isMany) {
    event.preventDefault();
    if (event.shiftKey) extendSelection(builder, path);
    else toggleSelected(builder, path);
    // One that was taken out of the selection would come back with the focus.
    canvas.itemAt(builder.draft.get().selected)?.focus({ preventScroll: true });
    return;
  }
  if (target.closest('[data-edit]') !== null) return;
  // Nothing is marked by dragging across the form.
  event.preventDefault();
  if (!isOneOfMany(builder, path)) selectOnly(builder, path);
  item.focus({ preventScroll: true });
}

/** Several are dragged by one of them: only a press that does not drag leaves that one selected. Beside the form, none is. */
function release(canvas: CanvasScope, event: MouseEvent): void {
  const { builder } = canvas;
  const target = event.target as HTMLElement;
  if (target === event.currentTarget) selectOnly(builder, undefined);
  const item = itemOf(target);
  if (item === null || event.shiftKey || event.ctrlKey || event.metaKey) return;
  if (target.closest('button, .cv-tools, [data-edit]') !== null) return;
  const path = canvas.pathOfId(idOfItem(item));
  if (path !== undefined && isOneOfMany(builder, path)) selectOnly(builder, path);
}

function isOneOfMany(builder: CanvasScope['builder'], path: string): boolean {
  return builder.ui.get().also.length > 0 && isSelected(builder, path);
}

/** What has the focus is selected, unless it is one of several that are. */
function follow(canvas: CanvasScope, event: FocusEvent): void {
  const item = itemOf(event.target);
  if (item === null) return;
  const path = canvas.pathOfId(idOfItem(item));
  const { builder } = canvas;
  if (path === undefined || builder.draft.get().selected === path) return;
  if (item === event.target && builder.ui.get().also.includes(path)) return;
  selectOnly(builder, path);
}

/** The app shows pictures of its own address alone: of any other logo, where it is from. */
function Logo({ address }: { address: string }) {
  const t = useTexts('builder/canvas');
  const { origin, host } = URL.canParse(address) ? new URL(address) : { origin: '', host: address };
  if (origin === location.origin) return <img class="logo" src={address} alt="" height="48" />;
  return (
    <p class="cv-logo" {...appLanguage()}>
      <Icon name="picture" size={18} />
      <span>{t('logo', { host: `\u2068${host}\u2069` })}</span>
    </p>
  );
}

function Title({ canvas }: { canvas: CanvasScope }) {
  const { draft } = canvas.builder;
  const t = useTexts('builder/canvas');
  const title = useSlice(draft, () => titleOf(draft.get().definition));
  return (
    <div class="cv-title">
      <Editable
        field="title"
        label={t('title')}
        placeholder={t('untitledForm')}
        isOfPage
        value={title}
        onChange={(text) => setTitle(draft, text)}
      />
    </div>
  );
}

function Finish({ canvas }: { canvas: CanvasScope }) {
  const { draft } = canvas.builder;
  const t = useTexts('builder/canvas');
  const page = useSlice(draft, () => draft.get().definition.page);
  const { locale } = canvas.words;
  const draw = (name: 'submitText' | 'saveText', fallback: CanvasTextKey, look: string) => (
    <span class={`${look} cv-button`}>
      <Editable
        field={name}
        label={t(name)}
        placeholder={translator('builder/canvas', locale)(fallback)}
        isOfPage
        value={page?.[name] ?? ''}
        onChange={(text) => setPageText(draft, name, text)}
      />
    </span>
  );
  return (
    <div class="finish cv-finish">
      <div class="buttons">
        {!page?.hideSubmit && draw('submitText', 'submit', 'primary')}
        {!page?.hideSave && draw('saveText', 'save', 'secondary save')}
      </div>
    </div>
  );
}

/** A form without elements: the usual first ones, one press away. */
function Start({ canvas }: { canvas: CanvasScope }) {
  const t = useTexts('builder/canvas');
  const kinds = useTexts('builder/kind');
  const slot = { list: `${rootPath}.children`, at: 0 };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key for all kinds works on any of the buttons.
    <div
      class="cv-start"
      {...appLanguage()}
      onKeyDown={(event) => {
        if (event.key !== '/' && event.key !== 'Insert') return;
        event.preventDefault();
        canvas.openPalette({ slot, anchor: event.target as HTMLElement });
      }}
    >
      <p class="cv-start-title">{t('emptyTitle')}</p>
      <p>{t('emptyText')}</p>
      <div class="cv-start-kinds">
        {usual.map((kind) => (
          <button key={kind} type="button" data-kind={kind} onClick={() => addElement(canvas, kind, slot)}>
            <ElementIcon name={kind} />
            {kinds(kind)}
          </button>
        ))}
        <button type="button" onClick={(event) => canvas.openPalette({ slot, anchor: event.currentTarget })}>
          <ElementIcon name="add" />
          {t('more')}
        </button>
      </div>
    </div>
  );
}

function Dragged({ view }: { view: DragView }) {
  const t = useTexts('builder/canvas');
  const { x, y, titles, line } = view;
  return (
    <>
      {line !== undefined && (
        <div class="cv-drop" style={{ left: `${line.x}px`, top: `${line.y}px`, width: `${line.width}px` }} />
      )}
      <div class="cv-ghost" style={{ left: `${x}px`, top: `${y}px` }}>
        <bdi>{titles.length === 1 ? titles[0] : t('dragging', { count: titles.length })}</bdi>
      </div>
    </>
  );
}
