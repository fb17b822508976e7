// Where an answer on the sheet leads: a text that is an address, or a telephone number in a field for them, and nothing else.
import type { Answer } from '../../fields/answer.ts';

export function hrefOf(answer: Answer): string | undefined {
  if (answer.kind !== 'text' && answer.kind !== 'label') return undefined;
  const text = answer.kind === 'label' ? answer.label : String(answer.value);
  if (text.length > 500) return undefined;
  if (answer.kind === 'text' && answer.isPhone) return `tel:${text}`;
  if (/^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text)) return text;
  return /^[^\s@<>"?&:,]+@[^\s@<>"?&:,]+\.[^\s@<>"?&:,.]+$/.test(text) ? `mailto:${text}` : undefined;
}
