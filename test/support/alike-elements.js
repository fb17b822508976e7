// Rows of a table, options, questions of a form: axe takes as long for the fiftieth as for the first, and finds the same. Of
// neighbours that are alike in everything that its rules ask about it looks at two. Loaded into the page with axe.

/**
 * What is in the third and further of several children of one element that differ in nothing but their words: not in elements and
 * their attributes, roles, states, colours, sizes of letters and visibility, nor in having a text, a name, a label, and room to be pressed.
 */
function findAlike() {
  /** Of ids matters that they lead somewhere, and that there is something to read. */
  const ids = new Set([
    ...['for', 'headers', 'form', 'list', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns'],
    ...['aria-activedescendant', 'aria-details', 'aria-errormessage', 'aria-flowto'],
  ]);
  /** Of words, addresses and numbers matters that they are there. */
  const words = new Set([
    ...['alt', 'aria-description', 'aria-label', 'aria-placeholder', 'aria-roledescription', 'aria-valuetext'],
    ...['content', 'd', 'datetime', 'download', 'href', 'id', 'name', 'placeholder', 'points', 'src', 'title', 'value'],
    ...['aria-posinset', 'aria-rowindex'],
  ]);
  /** With less room than this the distance to others counts (WCAG 2.5.8). */
  const enoughRoom = 24;
  const pressed = 'a, area, button, input, select, summary, textarea, [tabindex], [role], [contenteditable]';
  const lookedAt = 2;

  const alike = new WeakSet();
  /** Descriptions by their numbers, so that those of what is around them stay short. */
  const known = new Map();
  describe(document.documentElement);
  return alike;

  function describe(element) {
    const parts = [element.localName];
    for (const { name, value } of element.attributes) parts.push(describeAttribute(element, name, value));
    parts.push(describeLook(element));
    if (element.matches(pressed)) parts.push(describeControl(element));
    const counts = new Map();
    for (const child of [...(element.shadowRoot?.childNodes ?? []), ...element.childNodes]) {
      if (child instanceof Text) parts.push(describeText(child.data));
      if (!(child instanceof Element)) continue;
      const described = describe(child);
      const count = (counts.get(described) ?? 0) + 1;
      counts.set(described, count);
      if (count > lookedAt) leaveOut(child);
      else parts.push(`<${described}>`);
    }
    const text = parts.join(' ');
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  }

  function describeAttribute(element, name, value) {
    const isFilled = value.trim() !== '';
    if (ids.has(name)) {
      const root = element.getRootNode();
      const found = value.split(/\s+/).map((id) => root.getElementById(id));
      return `${name}=${found.map((one) => one && `${one.localName} ${one.textContent.trim() !== ''}`)}`;
    }
    if (words.has(name)) return `${name}=${isFilled}`;
    return `${name}=${name.startsWith('data-') ? isFilled : value}`;
  }

  function describeLook(element) {
    const style = getComputedStyle(element);
    const { color, backgroundColor, fontSize, fontWeight, display, visibility, opacity, position, overflow } = style;
    const isCut = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
    const hasPicture = style.backgroundImage !== 'none';
    return [color, backgroundColor, fontSize, fontWeight, display, visibility, opacity, position, overflow]
      .concat(overflow === 'visible' ? '' : String(isCut), String(hasPicture))
      .join('/');
  }

  function describeControl(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const named = [...(element.labels ?? [])].map((label) => label.textContent.trim() !== '');
    const around = element.parentElement?.getBoundingClientRect();
    const place = [left - (around?.left ?? 0), top - (around?.top ?? 0), width, height].map(Math.round);
    return `${named} ${width < enoughRoom || height < enoughRoom ? place : 'room'}`;
  }

  /** A single letter, and signs without letters, are judged by other measures. */
  function describeText(text) {
    const shown = text.trim();
    if (shown === '') return '';
    return `text ${shown.length > 1} ${/[\p{L}\p{N}]/u.test(shown)}`;
  }

  function leaveOut(element) {
    alike.add(element);
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) leaveOut(child);
  }
}

/** What axe looks at from now on, in this document, is only what findAlike does not leave out. */
globalThis.axeSkipsAlike = () => {
  const alike = findAlike();
  for (const rule of axe._audit.rules) {
    rule.matchesAll ??= rule.matches;
    rule.matches = (element, ...about) => !alike.has(element) && rule.matchesAll(element, ...about);
  }
};
