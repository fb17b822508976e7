// What a form says after a save or submit. [after-actions.screen.html]
import { HtmlText } from '../form-view/label-text.tsx';
import type { ThankYouText } from './session-view.ts';

export function drawText({ text, html }: ThankYouText) {
  return html ? (
    <HtmlText key={html} html={html} />
  ) : (
    <p key={text} dir="auto">
      {text}
    </p>
  );
}
