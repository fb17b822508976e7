// A picture for each kind of element: 24 by 24 lines in the color of the text. Decoration: the name is beside it.
import type { KindName } from '../tree/kind-texts.ts';

const shapes: Readonly<Record<KindName | 'root' | 'list' | 'add', string>> = {
  text: 'M4 7h16v10H4zM7.5 10v4',
  longText: 'M4 5h16v14H4zM7 9h10M7 12h10M7 15h6',
  email: 'M4 6h16v12H4zM4 7l8 6 8-6',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  link: 'M10 14l4-4M11 7l2-2a3.500 3.500 0 0 1 5 5l-2 2M13 17l-2 2a3.500 3.500 0 0 1-5-5l2-2',
  pictures: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15 9h.010',
  ranking: 'M4 6h3M4 12h3M4 18h3M10 6h10M10 12h7M10 18h4',
  scale: 'M3 9h4v6H3zM10 9h4v6h-4zM17 9h4v6h-4z',
  slider: 'M4 12h8M17 12h3M14.500 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  radio: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  select: 'M4 7h16v10H4zM14 11l2 2 2-2',
  checkbox: 'M4 5h5v5H4zM4 14h5v5H4zM5 7.500l1.200 1.200L9 6M12 7.500h8M12 16.500h8',
  bool: 'M5 5h14v14H5zM8.500 12l2.500 2.500 4.500-5',
  rate: 'M12 4l2.400 5 5.600.700-4 3.900 1 5.500-5-2.700-5 2.700 1-5.500-4-3.900 5.600-.700z',
  matrix: 'M4 5h16v14H4zM4 10h16M10 5v14M15 5v14M4 14.500h16',
  number: 'M9 5L7 19M17 5l-2 14M5 9.500h14M4.500 14.500h14',
  date: 'M5 6h14v14H5zM5 10h14M9 4v3M15 4v3',
  dateTime:
    'M5 6h14v5M5 6v14h6M5 10h14M9 4v3M15 4v3M17 13.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM17 15.500v1.800l1 .7',
  time: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
  file: 'M16 8l-6 6a2 2 0 0 0 3 3l6.500-6.500a4 4 0 0 0-6-6L7 11a6 6 0 0 0 8.500 8.500',
  sign: 'M4 19h16M5 15c3-8 5-10 6-8s-3 7-1 7 3-3 4-3 0 3 2 3 2-1 3-2',
  doc: 'M8 5h5a3.500 3.500 0 0 1 0 7H8zM8 12h6a3.500 3.500 0 0 1 0 7H8z',
  color: 'M12 4c4 4.500 6 7.500 6 10a6 6 0 0 1-12 0c0-2.500 2-5.500 6-10z',
  section: 'M4 5h16M4 9h16v10H4z',
  row: 'M4 6h7v12H4zM13 6h7v12h-7z',
  tabs: 'M4 9h16v10H4zM4 9V5h6v4M10 6h5v3',
  repeat: 'M4 5h16v5H4zM4 14h16v5H4zM12 10v4',
  content: 'M5 6h14M12 6v13M9 19h6',
  calculation: 'M6 4h12v16H6zM9 8h6M9 12h.010M12 12h.010M15 12h.010M9 16h.010M12 16h.010M15 16h.010',
  button: 'M4 8h16v8H4zM8 12h8',
  root: 'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 8h6M9 12h6M9 16h3',
  list: 'M8 5h8v14H8z',
  add: 'M12 6v12M6 12h12',
};

export type ElementIconName = keyof typeof shapes;

export function ElementIcon({ name, size = 20 }: { name: ElementIconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
