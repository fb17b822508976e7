// Forms of 500 fields, which bench/open.ts opens: of every plain kind in 25 sections, half of them filled in; and of texts alone, empty.
import { elementOf, kinds, valueFor } from './field-kinds.ts';

export const openingFields = 500;

export function openingForm(): { form: object; data: object } {
  const data: Record<string, unknown> = {};
  const sections = Array.from({ length: openingFields / kinds.length }, (_, section) => {
    const children = kinds.map((kind, place) => {
      const at = section * kinds.length + place;
      const name = at === 0 ? 'plain' : `field${at}`;
      if (at % 2 === 1) data[name] = valueFor[kind];
      return { name, label: `Field ${at}`, reqValidator: at % 3 === 0, ...elementOf[kind] };
    });
    return { type: 'cSection', name: `section${section}`, label: `Section ${section}`, children };
  });
  const rootElem = { type: 'cSection', name: 'root', children: sections };
  return { form: { id: '0'.repeat(24), locale: 'en', formSchema: { rootElem } }, data };
}

export function textForm(): { form: object; data: object } {
  const children = Array.from({ length: openingFields }, (_, at) => {
    return { type: 'fInput', name: at === 0 ? 'plain' : `field${at}`, label: `Field ${at}` };
  });
  const rootElem = { type: 'cSection', name: 'root', children };
  return { form: { id: '0'.repeat(24), locale: 'en', formSchema: { rootElem } }, data: {} };
}
