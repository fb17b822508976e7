// The styles of the canvas: the fill page's own, made to fit a shadow root, and those of what is drawn around the elements.
import chromeText from './canvas.css?inline';
import formText from './form-styles.css?inline';

let sheets: CSSStyleSheet[] | undefined;

/** Made once for all canvases of the page. */
export function canvasStyles(): CSSStyleSheet[] {
  sheets ??= [forShadow(formText), chromeText].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return sheets;
}

/** What a page says of its root and body is said of the host here. */
export function forShadow(css: string): string {
  return css
    .replace(/:root((?:\[[^\]]*\]|:not\([^)]*\))+)/g, ':host($1)')
    .replace(/:root\b/g, ':host')
    .replace(/(^|[},])\s*(?:html|body)(?=\s*[,{])/g, '$1:host');
}
