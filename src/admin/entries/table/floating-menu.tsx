// A menu that opens at a header or a cell of the table. It is drawn outside of the rows, which would cut it off.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../../ui/icon.tsx';

export interface FloatingItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly href?: string;
  readonly onSelect?: () => void;
  /** For what is pressed several times in a row. */
  readonly staysOpen?: boolean;
  readonly isOff?: boolean;
  /** With a line above it. */
  readonly startsGroup?: boolean;
}

export interface FloatingMenuProps {
  readonly label: string;
  /** Where in the window: below `bottom`, or above `top` where there is more room. */
  readonly anchor: { readonly start: number; readonly top: number; readonly bottom: number };
  readonly items: readonly FloatingItem[];
  /** `isDone`: the focus goes back to where the menu was opened. */
  readonly onClose: (isDone: boolean) => void;
}

export function FloatingMenu({ label, anchor, items, onClose }: FloatingMenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    const { style, offsetWidth, offsetHeight } = box.current!;
    const isRtl = document.dir === 'rtl';
    const left = isRtl ? anchor.start - offsetWidth : anchor.start;
    style.left = `${Math.max(edge, Math.min(left, innerWidth - offsetWidth - edge))}px`;
    const fitsBelow = anchor.bottom + offsetHeight + edge <= innerHeight || anchor.top < innerHeight / 2;
    style.top = `${Math.max(edge, fitsBelow ? anchor.bottom + 4 : anchor.top - offsetHeight - 4)}px`;
    itemsIn(box.current)[0]?.focus({ preventScroll: true });
  }, [anchor]);
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) latest.current(false);
    };
    const onScroll = () => latest.current(false);
    addEventListener('pointerdown', onPress);
    addEventListener('resize', onScroll);
    return () => {
      removeEventListener('pointerdown', onPress);
      removeEventListener('resize', onScroll);
    };
  }, []);
  const onKey = (event: KeyboardEvent) => {
    const all = itemsIn(box.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: (at + 1) % all.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) all.at(next)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      {...{ ref: box, class: 'menu-list grid-menu', role: 'menu', tabIndex: -1, 'aria-label': label, onKeyDown: onKey }}
      {...{ onContextMenu: (event: MouseEvent) => event.preventDefault() }}
    >
      {items.map((item) => (
        <MenuEntry key={item.label} item={item} onDone={() => onClose(true)} />
      ))}
    </div>
  );
}

/** Between the menu and the edge of the window. */
const edge = 8;

function MenuEntry({ item, onDone }: { item: FloatingItem; onDone: () => void }) {
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    class: item.startsGroup ? 'menu-item grid-menu-group' : 'menu-item',
    'aria-disabled': item.isOff || undefined,
    onClick: () => {
      if (item.isOff) return;
      if (!item.staysOpen) onDone();
      item.onSelect?.();
    },
  } as const;
  const content = (
    <>
      {item.icon === undefined ? <span class="grid-menu-space" /> : <Icon name={item.icon} size={16} />}
      <bdi>{item.label}</bdi>
    </>
  );
  return item.href === undefined ? (
    <button type="button" {...shared}>
      {content}
    </button>
  ) : (
    <a href={item.href} target="_blank" rel="noopener" {...shared}>
      {content}
    </a>
  );
}

function itemsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}
