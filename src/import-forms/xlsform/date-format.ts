// The date formats of XLSForms, `%Y-%m-%d`, as the formats of our date filter.
import { CannotSay } from '../cannot-say.ts';

const codes: Readonly<Record<string, string>> = {
  Y: 'yyyy',
  y: 'yy',
  m: 'MM',
  n: 'M',
  b: 'MMM',
  d: 'dd',
  e: 'd',
  H: 'HH',
  h: 'H',
  M: 'mm',
  S: 'ss',
  3: 'sss',
  a: 'EEE',
};

export function dateFormat(format: string): string {
  let made = '';
  let plain = '';
  const endPlain = () => {
    // Letters mean something in our formats; quoted they stand for themselves.
    made += /[A-Za-z']/.test(plain) ? `'${plain.replaceAll("'", "''")}'` : plain;
    plain = '';
  };
  for (let at = 0; at < format.length; at++) {
    if (format[at] !== '%') {
      plain += format[at];
      continue;
    }
    at += 1;
    const code = format[at] ?? '';
    if (code === '%') plain += '%';
    else if (Object.hasOwn(codes, code)) {
      endPlain();
      made += codes[code];
    } else throw new CannotSay('function', { name: `%${code}` });
  }
  endPlain();
  return made;
}
