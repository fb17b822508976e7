// What rich text (fDoc) may hold: the one list for the server, which cleans what it stores, and for the page, which cleans
// what it shows. Data only; a tag, attribute, style or scheme that is not here is dropped. [values.rich-text]

export const richTextTags: readonly string[] = [
  ...['p', 'div', 'span', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'mark', 'small', 'a', 'ul', 'ol', 'li'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
];

/** Attributes of one tag. */
export const richTextAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  ol: ['start', 'type'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
};

/** Attributes of every tag; besides them the server keeps `style`, cut down to `richTextStyles`. */
export const richTextSharedAttributes: readonly string[] = ['dir', 'lang', 'align'];

const color = /^(?:#[0-9a-f]{3,8}|rgb\(\d{1,3},\s*\d{1,3},\s*\d{1,3}\))$/i;

export const richTextStyles: Readonly<Record<string, RegExp>> = {
  'text-align': /^(?:left|right|center|justify|start|end)$/,
  direction: /^(?:ltr|rtl)$/,
  color,
  'background-color': color,
};

export const richTextSchemes: readonly string[] = ['http', 'https', 'mailto', 'tel'];

/** A link leads somewhere else: that page learns nothing of this one and cannot steer it. */
export const richTextLinkRel = 'noopener noreferrer nofollow';

/** No attribute holds what would end a comment or a raw text such as a script's around it, nor control characters. */
export const richTextUnsafeValue =
  /[\0-\x08\x0b\x0e-\x1f]|(?:--!?|\])>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i;

/** How deep tags may be nested. An editor nests a few levels; every level is a call in whatever draws it. */
export const maxRichTextDepth = 100;
