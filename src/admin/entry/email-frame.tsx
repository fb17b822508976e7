// The HTML of an email in a frame where nothing runs: cleaned, and in a sandbox without scripts. The app's policy allows no
// style attributes, so those that the email has are set one by one, which it does allow.
import DOMPurify from 'dompurify';
import { useEffect, useRef, useState } from 'preact/hooks';

export function EmailFrame({ html, title }: { html: string; title: string }) {
  const box = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(120);
  const draw = () => {
    const page = box.current?.contentDocument;
    if (page === null || page === undefined) return;
    page.body.replaceChildren(page.importNode(cleanEmail(html), true));
    for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = (element.dataset['style'] ?? '').replace(/url\s*\(/gi, 'none(');
      // Nothing in an email may lie over what is around it.
      element.style.position = 'static';
    }
    page.body.style.cssText = 'margin: 0; padding: 12px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere';
    setHeight(Math.min(maxHeight, Math.ceil(page.body.getBoundingClientRect().height) + 2));
  };
  useEffect(draw, [html]);
  return (
    <iframe
      ref={box}
      class="email-frame"
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      style={{ height: `${height}px` }}
      onLoad={draw}
    />
  );
}

const maxHeight = 640;

function cleanEmail(html: string): DocumentFragment {
  const clean = DOMPurify(window).sanitize(withoutStyles(html), {
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'svg', 'math', 'audio', 'video', 'source'],
    FORBID_ATTR: ['style', 'id', 'class', 'name', 'srcset'],
    ADD_ATTR: ['data-style', 'target'],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of clean.querySelectorAll('a')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer nofollow');
  }
  // Somebody's data may be in the email: a picture from elsewhere would tell them when it is read.
  for (const picture of clean.querySelectorAll('img')) {
    if (!/^data:image\/(?:png|gif|jpeg|webp);/i.test(picture.getAttribute('src') ?? '')) picture.removeAttribute('src');
  }
  return clean;
}

/** Browsers report to the console every style and handler against the page's policy, even those about to be dropped. */
function withoutStyles(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'));
}
