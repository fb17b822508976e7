// The HTML body of an email, in a frame without scripts. The page's policy forbids styles written into HTML, and a frame
// inherits it; styles that a script sets are allowed. So styles are lifted out of the HTML before it is parsed and set one by
// one: the email looks as it will, and nothing in it runs.
import { useEffect, useRef, useState } from 'preact/hooks';

const blank = '<!doctype html><html><head></head><body></body></html>';

export function HtmlPreview({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [height, setHeight] = useState(160);
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!isLoaded || !inside?.body) return;
    show(inside, html);
    setHeight(Math.min(640, Math.max(120, inside.documentElement.scrollHeight + 2)));
  }, [html, isLoaded]);
  return (
    <iframe
      ref={frame}
      class="html-preview"
      title={title}
      // allow-same-origin lets the app write into it; without allow-scripts nothing inside can make use of it.
      sandbox="allow-same-origin"
      srcdoc={blank}
      style={{ blockSize: `${height}px` }}
      onLoad={() => setLoaded(true)}
    />
  );
}

function show(inside: Document, html: string): void {
  const parsed = document.createElement('template');
  parsed.innerHTML = disarmAttributes(html);
  const sheets = [...parsed.content.querySelectorAll('style')].map((style) => style.textContent);
  for (const element of parsed.content.querySelectorAll(unwanted)) element.remove();
  for (const element of parsed.content.querySelectorAll('*')) takeOverAttributes(element);
  const sheet = new (inside.defaultView as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(
    `body { margin: 1rem; font: 15px/1.5 system-ui, sans-serif; color: #1b2220; } ${sheets.join('\n')}`,
  );
  inside.adoptedStyleSheets = [sheet];
  inside.body.replaceChildren(inside.importNode(parsed.content, true));
}

const unwanted = 'style, script, iframe, frame, object, embed, link, meta, base';

/** `style="..."` and `onclick="..."` inside tags get names that mean nothing to the browser. */
function disarmAttributes(html: string): string {
  return html.replace(/<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi, (tag) =>
    tag.replace(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-disarmed-$2'),
  );
}

function takeOverAttributes(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    if (name === 'data-disarmed-style') (element as HTMLElement).style.cssText = value;
    if (name.startsWith('data-disarmed-')) element.removeAttribute(name);
  }
  // A link would lead the frame away, and the policy would stop it half-way.
  if (!(element instanceof HTMLAnchorElement) || !element.hasAttribute('href')) return;
  element.title = element.getAttribute('href') ?? '';
  element.removeAttribute('href');
  element.style.textDecoration ||= 'underline';
  element.style.color ||= '#0b57d0';
}
