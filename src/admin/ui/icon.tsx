// Small pictures for buttons and rows: 24 by 24 lines in the color of the text. Decoration only: the words say it all.

const shapes = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 13l4 4L19 7',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.5 16.5L21 21',
  more: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  form: 'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 8h6M9 12h6M9 16h3',
  list: 'M4 6h16M4 12h16M4 18h16',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 5l1.500-1v5M4 15.200c1-1.200 2.600-.600 2.200.700L4 19h2.500',
  button: 'M5 8h14a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2zM8 12h8',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9v.01',
  hand: 'M5 13l4 4L19 7M12 3a9 9 0 1 0 9 9',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  chart: 'M5 20V10M12 20V4M19 20v-7',
  sets: 'M12 4c4.4 0 8 1.1 8 2.5S16.4 9 12 9 4 7.9 4 6.5 7.6 4 12 4zM4 6.500V12c0 1.4 3.6 2.5 8 2.500s8-1.1 8-2.500V6.500M4 12v5.500C4 18.9 7.6 20 12 20s8-1.1 8-2.500V12',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.7-3.6 3-5.5 6.5-5.500s5.8 1.9 6.5 5.500M16 4.500a3.5 3.5 0 0 1 0 6.500M18 15c2 .8 3.1 2.5 3.5 5',
  key: 'M14.5 9.500a4.5 4.5 0 1 1-3-4.200M11 12l9-9M17 6l3 3',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.1 2.100M16.3 16.300l2.1 2.100M5.6 18.400l2.1-2.100M16.3 7.700l2.1-2.1',
  share: 'M8 12v7h8v-7M12 15V4M8.5 7.500L12 4l3.5 3.5',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.700l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.700l1-1',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  edit: 'M4 20l1-4L16 5l3 3L8 19l-4 1zM14 7l3 3',
  eye: 'M2.5 12C5 7.5 8 5.5 12 5.500s7 2 9.5 6.500c-2.5 4.5-5.5 6.5-9.5 6.500S5 16.5 2.5 12zM12 9.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  hidden:
    'M4 4l16 16M9.900 5.800c4.800-1 8.800 1.200 11.600 6.200-.800 1.400-1.700 2.600-2.700 3.500M14 17.900c-4.700 1-8.600-1-11.500-5.900.900-1.600 1.900-2.900 3-3.900M10.200 10.200a2.500 2.500 0 0 0 3.600 3.600',
  download: 'M12 4v11M8 11.500L12 15.500l4-4M5 20h14',
  upload: 'M12 16V5M8 8.500L12 4.500l4 4M5 20h14',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  print: 'M7 9V4h10v5M7 17H5a1 1 0 0 1-1-1v-5a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v5a1 1 0 0 1-1 1h-2M7 14h10v6H7z',
  undo: 'M9 14L4 9l5-5M4 9h9a6 6 0 0 1 0 12h-2',
  redo: 'M15 14l5-5-5-5M20 9h-9a6 6 0 0 0 0 12h2',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  collapse: 'M7 4l5 5 5-5M7 20l5-5 5 5',
  expand: 'M7 9l5-5 5 5M7 15l5 5 5-5',
  drag: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  desktop: 'M4 5h16v11H4zM9 20h6M12 16v4',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8v.01',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  rows: 'M4 5h16v14H4zM4 9.700h16M4 14.300h16',
  columns: 'M4 5h16v14H4zM9.5 5v14M15 5v14',
  refresh: 'M20 11a8 8 0 0 0-14-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14 4l2-2M20 20v-5h-5',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.400M17.6 17.600L19 19M5 19l1.4-1.400M17.6 6.400L19 5',
  language:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c2.500 2.500 3.800 5.500 3.800 9s-1.300 6.500-3.800 9c-2.500-2.500-3.800-5.500-3.800-9s1.300-6.500 3.800-9z',
  tablet: 'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  required: 'M12 5v14M6 8.500l12 7M18 8.500l-12 7',
  fold: 'M4 5h16v14H4zM9.500 5v14',
  out: 'M14 4h5v16h-5M4 12h10M8 8l-4 4 4 4',
  external: 'M14 4h6v6M20 4l-9 9M18 13v7H4V6h7',
  back: 'M19 12H5M11 6l-6 6 6 6',
  onward: 'M5 12h14M13 6l6 6-6 6',
  next: 'M9 5l7 7-7 7',
} as const;

export type IconName = keyof typeof shapes;

/** Arrows that point along the text turn with it. */
const turning = new Set<IconName>(['back', 'onward', 'next', 'undo', 'redo', 'out', 'external', 'list', 'fold']);

/** Dots of a thin line would hardly be seen. */
const dotted = new Set<IconName>(['more', 'drag']);

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      class={turning.has(name) ? 'icon turning' : dotted.has(name) ? 'icon dotted' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
