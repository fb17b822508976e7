// What can be done to the selected element, right at it. Arrow keys move between the buttons; when several are selected, all of them
// are meant.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Element } from '../../../core/definition/form-definition.ts';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { wishFocus } from '../builder-context.ts';
import { selectedElements } from '../draft/selection.ts';
import { elementTitle } from '../outline/outline-line.tsx';
import { appLanguage, useCanvas } from './canvas-context.ts';
import { afterDrawing, focusAt, focusText } from './canvas-focus.ts';
import { isAlwaysRequired } from './element-control.tsx';

interface Tool {
  readonly icon: IconName | 'required';
  readonly label: string;
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
  readonly run: () => void;
}

export interface ItemToolbarProps {
  /** Of the item. */
  readonly id: string;
  readonly element: Element;
  readonly onHelp: () => void;
}

export function ItemToolbar({ id, element, onHelp }: ItemToolbarProps) {
  const canvas = useCanvas();
  const t = useTexts('builder/canvas');
  const { builder } = canvas;
  const { actions, draft, ui } = builder;
  const count = useSlice(ui, () => selectedElements(builder).length);
  const box = useRef<HTMLDivElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [current, setCurrent] = useState(0);
  // One toolbar goes from element to element.
  useLayoutEffect(() => {
    setMenuOpen(false);
    setCurrent(0);
  }, [id]);
  const isMany = count > 1;
  const canRequire = isMany || element.type.startsWith('f') || element.type === 'cRepeat';
  const isRequired = isAlwaysRequired(element);
  /** The element may be drawn again elsewhere: the focus stays on the same button of it. */
  const keep = (action: () => void) => () => {
    const at = [...box.current!.querySelectorAll('button')].indexOf(canvas.root.activeElement as HTMLButtonElement);
    action();
    afterDrawing(() => {
      const item = canvas.itemAt(draft.get().selected);
      const button =
        item?.querySelectorAll<HTMLElement>(':scope > .cv-place .cv-tools button')[Math.max(0, at)] ?? item;
      button?.focus();
      item?.scrollIntoView({ block: 'nearest' });
      return Boolean(button);
    });
  };
  const tools: Tool[] = [
    { icon: 'up', label: t('moveUp'), isOff: !actions.canMove('up'), run: keep(() => actions.move('up')) },
    { icon: 'down', label: t('moveDown'), isOff: !actions.canMove('down'), run: keep(() => actions.move('down')) },
    { icon: 'copy', label: t('duplicate'), run: keep(() => actions.duplicate()) },
  ];
  if (canRequire) {
    tools.push({
      icon: 'required',
      label: t('required'),
      isPressed: isRequired,
      run: keep(() => actions.setRequired(!isRequired)),
    });
  }
  if (!isMany) {
    tools.push({ icon: 'filter', label: t('condition'), run: () => wishFocus(ui, 'condition', 'properties') });
    if (element.type.startsWith('f')) {
      tools.push({
        icon: 'info',
        label: t('help'),
        run: () => {
          onHelp();
          afterDrawing(() =>
            focusText(box.current?.closest('.cv-item')?.querySelector<HTMLElement>('[data-edit="help"]')),
          );
        },
      });
    }
  }
  if (isMany) tools.push({ icon: 'form', label: t('groupThem'), run: keep(() => actions.group()) });
  tools.push({
    icon: 'trash',
    label: t('remove'),
    run: () => {
      void actions.remove();
      focusAt(canvas, draft.get().selected);
    },
  });
  const onKey = (event: KeyboardEvent) => {
    const buttons = [...box.current!.querySelectorAll<HTMLElement>(':scope > button')];
    const at = buttons.indexOf(canvas.root.activeElement as HTMLElement);
    const forward = getComputedStyle(box.current!).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const step = event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? (event.key === forward ? 1 : -1) : undefined;
    const to =
      step !== undefined
        ? (at + step + buttons.length) % buttons.length
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? buttons.length - 1
            : undefined;
    if (at === -1 || event.altKey || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setCurrent(to);
    buttons[to]?.focus();
  };
  return (
    <div
      ref={box}
      class="cv-tools"
      role="toolbar"
      aria-label={isMany ? t('toolsMany', { count }) : t('tools', { title: elementTitle(element) })}
      {...appLanguage()}
      onKeyDown={onKey}
    >
      <span class="cv-handle" title={t('drag')} aria-hidden="true">
        <Icon name="drag" size={18} />
      </span>
      {isMany && <span class="cv-count">{count}</span>}
      {tools.map(({ icon, label, isPressed, isOff = false, run }, at) => (
        <button
          key={icon}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={isPressed}
          aria-disabled={isOff || undefined}
          tabIndex={at === current ? 0 : -1}
          onClick={() => !isOff && run()}
          onFocus={() => setCurrent(at)}
        >
          {icon === 'required' ? <b aria-hidden="true">*</b> : <Icon name={icon} size={18} />}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('more')}
        title={t('more')}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        tabIndex={current === tools.length ? 0 : -1}
        onFocus={() => setCurrent(tools.length)}
        onClick={() => setMenuOpen(!isMenuOpen)}
      >
        <Icon name="more" size={18} />
      </button>
      {isMenuOpen && <MoreMenu element={element} onClose={() => setMenuOpen(false)} keep={keep} />}
    </div>
  );
}

interface MoreMenuProps {
  readonly element: Element;
  readonly onClose: () => void;
  readonly keep: (action: () => void) => () => void;
}

function MoreMenu({ element, onClose, keep }: MoreMenuProps) {
  const canvas = useCanvas();
  const t = useTexts('builder/canvas');
  const { actions, draft, ui } = canvas.builder;
  const box = useRef<HTMLDivElement>(null);
  const canGroup = selectedElements(canvas.builder).length > 0;
  const items: { label: string; isOff?: boolean; run: () => void }[] = [
    { label: t('properties'), run: () => wishFocus(ui, 'label', 'properties') },
    { label: t('moveIn'), isOff: !actions.canMove('in'), run: keep(() => actions.move('in')) },
    { label: t('moveOut'), isOff: !actions.canMove('out'), run: keep(() => actions.move('out')) },
    { label: t('groupThem'), isOff: !canGroup || element.type === 'cTabs', run: keep(() => actions.group()) },
    { label: t('copy'), run: keep(() => void actions.copy()) },
    {
      label: t('cut'),
      run: () => {
        void actions.cut();
        focusAt(canvas, draft.get().selected);
      },
    },
    {
      label: t('pasteAfter'),
      run: () => void Promise.resolve(actions.paste()).then(() => focusAt(canvas, draft.get().selected)),
    },
  ];
  const close = () => {
    const button = box.current?.parentElement?.querySelector<HTMLElement>('[aria-haspopup]');
    onClose();
    button?.focus();
  };
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const onPress = (event: PointerEvent) => {
      if (!event.composedPath().includes(box.current!)) onClose();
    };
    addEventListener('pointerdown', onPress, true);
    return () => removeEventListener('pointerdown', onPress, true);
  }, []);
  const onKey = (event: KeyboardEvent) => {
    const all = [...box.current!.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const at = all.indexOf(canvas.root.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') all[(at + 1) % all.length]?.focus();
    else if (event.key === 'ArrowUp') all.at(at - 1)?.focus();
    else if (event.key === 'Home') all[0]?.focus();
    else if (event.key === 'End') all.at(-1)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} class="cv-menu" role="menu" tabIndex={-1} onKeyDown={onKey}>
      {items.map(({ label, isOff = false, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={isOff || undefined}
          onClick={() => {
            if (isOff) return;
            close();
            run();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
