// A button that opens a short list of actions. Arrow keys move in it, Escape closes it.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ButtonProps } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly isDanger?: boolean;
  /** Something that is on or off. */
  readonly isChecked?: boolean;
  /** One of both: an address to go to, or a action. */
  readonly href?: string;
  readonly onSelect?: () => void;
}

export interface MenuProps {
  /** The button's name; its text too, unless `isIconOnly`. */
  readonly label: string;
  readonly icon?: IconName;
  readonly isIconOnly?: boolean;
  readonly kind?: ButtonProps['kind'];
  readonly items: readonly MenuItem[];
}

export function Menu({ label, icon = 'more', isIconOnly = false, kind = 'quiet', items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const list = box.current?.querySelector<HTMLElement>('.menu-list');
    list?.classList.toggle('above', isBetterAbove(list));
    list?.classList.toggle('from-start', isBetterFromStart(list));
    itemsIn(box.current)[0]?.focus();
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', onPress);
    return () => removeEventListener('pointerdown', onPress);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const all = itemsIn(box.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) all.at((at + step) % all.length)?.focus();
    else if (event.key === 'Home') all[0]?.focus();
    else if (event.key === 'End') all.at(-1)?.focus();
    else if (event.key === 'Escape') close();
    else {
      if (event.key === 'Tab') setOpen(false);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed on the button and on the items arrive here.
    <div class="menu" ref={box} onKeyDown={onKey}>
      <button
        {...{ ref: button, type: 'button', class: `button ${kind}${isIconOnly ? ' icon-only' : ''}` }}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={isIconOnly ? label : undefined}
        title={isIconOnly ? label : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} />
        {!isIconOnly && label}
      </button>
      {isOpen && (
        <div class="menu-list" role="menu" id={id}>
          {items.map((item) => (
            <Item key={item.label} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Where the window ends too soon for the list, it opens upwards, if there is more room. */
function isBetterAbove(list: HTMLElement): boolean {
  const { top, bottom } = list.getBoundingClientRect();
  const roomBelow = innerHeight - bottomBarHeight();
  return bottom > roomBelow && top - (bottom - top) > 2 * rem;
}

/** At the start of a line the list opens along it: to the other side it would leave the page's margin. */
function isBetterFromStart(list: HTMLElement): boolean {
  const { left, right } = list.getBoundingClientRect();
  const around = (list.closest('.card, main') ?? document.body).getBoundingClientRect();
  const isRtl = getComputedStyle(list).direction === 'rtl';
  return isRtl ? right > around.right : left < around.left;
}

const rem = 16;

/** On a phone the main menu covers the foot of the window. */
function bottomBarHeight(): number {
  const bar = document.querySelector('.main-menu');
  return bar !== null && getComputedStyle(bar).position === 'fixed' ? bar.getBoundingClientRect().height : 0;
}

function Item({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const shared = {
    role: item.isChecked === undefined ? 'menuitem' : 'menuitemcheckbox',
    'aria-checked': item.isChecked,
    tabIndex: -1,
    class: item.isDanger ? 'menu-item danger' : 'menu-item',
    onClick: () => {
      onDone();
      item.onSelect?.();
    },
  } as const;
  const content = (
    <>
      {item.icon !== undefined && <Icon name={item.icon} size={18} />}
      {item.isChecked !== undefined && (
        <span class="menu-check">{item.isChecked && <Icon name="check" size={18} />}</span>
      )}
      <bdi>{item.label}</bdi>
    </>
  );
  return item.href === undefined ? (
    <button type="button" {...shared}>
      {content}
    </button>
  ) : (
    <a href={item.href} {...shared}>
      {content}
    </a>
  );
}

function itemsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}
