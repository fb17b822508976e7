// A web address that lacks only its beginning: the whole one is offered, and taken when somebody presses the button. [fill-links.link-offer]
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { isWebAddress } from '../../../core/validation/text-formats.ts';
import type { ViewTexts } from '../../../form-view/texts.ts';

export interface LinkOfferProps {
  readonly id: string;
  readonly value: JsonValue | undefined;
  readonly texts: ViewTexts;
  readonly onTake: (address: string) => void;
}

export function LinkOffer({ id, value, texts, onTake }: LinkOfferProps) {
  const address = typeof value === 'string' ? wholeAddress(value.trim()) : undefined;
  const take = () => {
    document.getElementById(id)?.focus();
    onTake(address!);
  };
  return (
    <div role="status">
      {address !== undefined && (
        <p class="offer">
          <span id={`${id}-offer`}>
            {texts('offer')} <bdi dir="ltr">{address}</bdi>?
          </span>{' '}
          <button type="button" class="quiet" aria-describedby={`${id}-offer`} onClick={take}>
            {texts('takeOffer')}
          </button>
        </p>
      )}
    </div>
  );
}

function wholeAddress(text: string): string | undefined {
  const [start, scheme = 'https'] = /^(?:(https?)(?::\/*|\/\/)|\/\/)?/i.exec(text)!;
  const address = `${scheme}://${text.slice(start.length)}`;
  return address !== text && isWebAddress(address) ? address : undefined;
}
