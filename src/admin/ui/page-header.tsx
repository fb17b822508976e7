// The head of every page: its name, the way back, what can be done here; and the tabs of things with several pages.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

export interface PageHeadProps {
  readonly title: string;
  /** Of the window; the title when missing. */
  readonly windowTitle?: string;
  readonly back?: { readonly href: string; readonly label: string };
  readonly note?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

export function PageHeader({ title, windowTitle = title, back, note, actions }: PageHeadProps) {
  useEffect(() => {
    document.title = `${windowTitle} · Formstead`;
  }, [windowTitle]);
  return (
    <div class="page-header">
      <div class="page-title">
        {back !== undefined && (
          <a class="back" href={back.href}>
            <Icon name="back" size={16} />
            <bdi>{back.label}</bdi>
          </a>
        )}
        <h1 tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {note !== undefined && <div class="page-note">{note}</div>}
      </div>
      {actions !== undefined && <div class="buttons">{actions}</div>}
    </div>
  );
}

export interface NavTab {
  readonly href: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly isHere: boolean;
}

export function NavTabs({ label, tabs }: { label: string; tabs: readonly NavTab[] }) {
  const box = useRef<HTMLElement>(null);
  // On a narrow screen the tab of this page may be out of sight.
  useEffect(() => {
    const here = box.current?.querySelector<HTMLElement>('[aria-current]');
    if (!here || !box.current) return;
    const { left, width } = box.current.getBoundingClientRect();
    const tab = here.getBoundingClientRect();
    box.current.scrollLeft += tab.left + tab.width / 2 - (left + width / 2);
  }, [label]);
  return (
    <nav ref={box} class="nav-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.isHere ? 'page' : undefined}>
          {tab.icon !== undefined && <Icon name={tab.icon} size={18} />}
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
