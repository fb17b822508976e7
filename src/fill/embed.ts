// The script that owners put beside a frame with a form (docs/embedding.md): it gives each frame the height its form tells, and
// passes on what happens in it. [fill-links.frames] [fill-links.events]

interface FormEvents {
  /** The form is there. */
  loaded: { readonly form: string };
  /** A step of a form in steps is open: the first is 1. */
  step: { readonly form: string; readonly step: number; readonly of: number };
  /** The form was sent. */
  submitted: { readonly form: string; readonly entry?: string };
}

interface Handler {
  readonly frame: HTMLIFrameElement;
  readonly event: string;
  readonly handle: (facts: never) => void;
}

const handlers = new Set<Handler>();
/** For those who ask too late whether a form is there. */
const loaded = new WeakMap<HTMLIFrameElement, FormEvents['loaded']>();

const api = {
  /** Calls `handle` whenever this happens in the frame, and returns what ends that. */
  on<Name extends keyof FormEvents>(
    frame: HTMLIFrameElement,
    event: Name,
    handle: (facts: FormEvents[Name]) => void,
  ): () => void {
    const handler = { frame, event, handle };
    handlers.add(handler);
    const before = event === 'loaded' ? loaded.get(frame) : undefined;
    if (before !== undefined) (handle as (facts: FormEvents['loaded']) => void)(before);
    return () => void handlers.delete(handler);
  },
};

declare global {
  interface Window {
    Formstead: typeof api;
  }
}

window.Formstead = api;

/**
 * Only frames of the service that this script comes from: any other frame of the page may send the same messages. A script that was
 * loaded as a module does not know itself.
 */
const script = document.currentScript ?? document.querySelector('script[src$="/embed.js"]');
const service = new URL((script as HTMLScriptElement | null)?.src ?? location.href).origin;

type Said = { type?: unknown; height?: unknown } | null;

addEventListener('message', ({ data, source, origin }: MessageEvent<Said>) => {
  const [, event] = /^formstead:(\w+)$/.exec(typeof data?.type === 'string' ? data.type : '') ?? [];
  if (event === undefined || origin !== service) return;
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.contentWindow !== source) continue;
    if (event === 'height') {
      matchScheme(frame);
      if (typeof data?.height === 'number') frame.style.height = `${data.height}px`;
      continue;
    }
    // It waits for this before it takes the window.
    if (event === 'leave') {
      frame.contentWindow?.postMessage({ type: 'formstead:heard' }, origin);
      continue;
    }
    const { type: _, ...facts } = data as { type: string };
    if (event === 'loaded' && !loaded.has(frame)) {
      loaded.set(frame, facts as FormEvents['loaded']);
      // Forms that come later than this script have not been asked yet.
      ask(frame);
    } else if (event === 'loaded') continue;
    for (const handler of handlers) {
      if (handler.frame === frame && handler.event === event) handler.handle(facts as never);
    }
  }
});

/** Forms that were there first have spoken before anybody listened. `data-redirect="top"`: a redirect takes the whole window. */
function ask(frame: HTMLIFrameElement): void {
  frame.contentWindow?.postMessage({ type: 'formstead:ask', redirect: frame.dataset['redirect'] }, '*');
}

/** A form that follows the device's scheme is to follow the page around it, unless that page says which. [fill-links.color-scheme] */
function matchScheme(frame: HTMLIFrameElement): void {
  const isSaid = document.querySelector('meta[name="color-scheme"]') !== null;
  if (isSaid || getComputedStyle(frame).colorScheme !== 'normal') return;
  frame.style.colorScheme = isDarkBehind(frame) ? 'dark' : 'light';
}

/** By the first background that is painted; without any the page is white. */
function isDarkBehind(element: Element | null): boolean {
  if (element === null) return false;
  const [red = 0, green = 0, blue = 0, opacity = 1] = (
    getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
  ).map(Number);
  return opacity < 0.5 ? isDarkBehind(element.parentElement) : red * 0.299 + green * 0.587 + blue * 0.114 < 128;
}

for (const frame of document.querySelectorAll('iframe')) {
  // Before anything is drawn in it.
  if (frame.src.startsWith(`${service}/`)) matchScheme(frame);
  ask(frame);
}

export type { FormEvents };
