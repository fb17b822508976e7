// The declarations of a style attribute that src/core/definition/rich-text-rules.ts allows, as `name:value;name:value`. A style that is
// not a plain list of declarations is dropped whole.
import { richTextStyles } from '../../core/definition/rich-text-rules.ts';

export function cleanStyle(style: string): string {
  const kept: string[] = [];
  for (const declaration of splitDeclarations(style) ?? []) {
    const text = declaration.trim();
    if (text === '') continue;
    const colon = text.indexOf(':');
    if (colon < 1) return '';
    // No allowed declaration is this long, and the patterns below see only short texts.
    if (text.length > maxDeclaration) continue;
    const name = text.slice(0, colon).trimEnd();
    if (!Object.hasOwn(richTextStyles, name)) continue;
    const sent = text.slice(colon + 1).trim();
    const value = sent.replace(/\s*!\s*important$/i, '');
    if (richTextStyles[name]!.test(value)) {
      kept.push(`${name}:${value}${value === sent ? '' : ' !important'}`);
    }
  }
  return kept.join(';');
}

const maxDeclaration = 200;

/** Split at the semicolons outside of quotes, brackets and comments; undefined where one of these never ends, or at a brace. */
function splitDeclarations(style: string): string[] | undefined {
  const declarations: string[] = [];
  let declaration = '';
  let start = 0;
  for (let at = 0; at < style.length; at++) {
    const char = style[at]!;
    if (char === ';') {
      declarations.push(declaration + style.slice(start, at));
      declaration = '';
      start = at + 1;
    } else if (char === '/' && style[at + 1] === '*') {
      const end = style.indexOf('*/', at + 2);
      if (end === -1) return undefined;
      declaration += style.slice(start, at);
      start = end + 2;
      at = end + 1;
    } else if (char === '"' || char === "'" || char === '(') {
      at = endOf(style, at, char === '(' ? ')' : char);
      if (at === -1) return undefined;
    } else if (char === '{' || char === '}' || char === '\\') {
      return undefined;
    }
  }
  declarations.push(declaration + style.slice(start));
  return declarations;
}

function endOf(style: string, from: number, sign: string): number {
  return style.indexOf(sign, from + 1);
}
