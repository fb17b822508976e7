// The pictures on the buttons of rich fields. Decoration only: the button has the words.
import type { JSX } from 'preact';

const paths = {
  upload: 'M12 16V4m0 0L7 9m5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4V8Zm8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  file: 'M6 3h8l5 5v13H6V3Zm8 0v5h5',
  close: 'M6 6l12 12M18 6 6 18',
  retry: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15m0 5v-5h5',
  remove: 'M4 7h16M10 11v6m4-6v6M6 7l1 13h10l1-13M9 7V4h6v3',
  warning: 'M12 4 3 20h18L12 4Zm0 6v4m0 3v.01',
  check: 'M5 12.5 10 17l9-10',
  chevron: 'm6 9 6 6 6-6',
  bulletList: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  numberedList: 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M4 15.2c1-1.2 2.6-.6 2.2.7L4 19h2.5',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7m2 3a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5m5 5H10a6 6 0 0 0 0 12h3',
} as const;

export type IconName = keyof typeof paths;

/** Those that point along the line of writing. */
const mirrored: ReadonlySet<IconName> = new Set(['undo', 'redo', 'bulletList', 'numberedList']);

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg
      class={mirrored.has(name) ? 'icon is-mirrored' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
