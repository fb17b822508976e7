// The frame of one of the three cards: what it does in a sentence, and a switch.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from '../../ui/icon.tsx';

export interface CardFrameProps {
  readonly icon: IconName;
  readonly title: string;
  readonly about: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly children: ComponentChildren;
}

export function CardFrame({ icon, title, about, isOn, onSwitch, children }: CardFrameProps) {
  const id = useId();
  return (
    <section class={`card after-card${isOn ? ' is-on' : ''}`} aria-labelledby={id}>
      <div class="after-card-head">
        <span class="after-card-icon">
          <Icon name={icon} />
        </span>
        <div>
          <h2 id={id}>{title}</h2>
          <p class="hint" id={`${id}-about`}>
            {about}
          </p>
        </div>
        <input
          type="checkbox"
          role="switch"
          class="switch"
          checked={isOn}
          aria-checked={isOn}
          aria-labelledby={id}
          aria-describedby={`${id}-about`}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
      </div>
      {children}
    </section>
  );
}
