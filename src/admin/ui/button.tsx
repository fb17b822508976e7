// The app's buttons. A busy one stays where it is and can be focused, but does nothing.
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly icon?: IconName;
  readonly isBusy?: boolean;
  readonly isOff?: boolean;
  /** The name of a button that shows only its icon; also its tooltip. */
  readonly label?: string;
  readonly onPress?: (event: MouseEvent) => void;
  readonly isPressed?: boolean;
  readonly children?: ComponentChildren;
}

export function Button(props: ButtonProps) {
  const { kind = 'secondary', type = 'button', icon, isBusy = false, isOff = false, label, onPress, children } = props;
  const isIdle = isBusy || isOff;
  return (
    <button
      type={type}
      class={`button ${kind}${children === undefined ? ' icon-only' : ''}`}
      aria-disabled={isIdle || undefined}
      aria-busy={isBusy || undefined}
      aria-label={label}
      aria-pressed={props.isPressed}
      title={label}
      onClick={(event) => {
        if (isIdle) event.preventDefault();
        else onPress?.(event);
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function LinkButton(props: {
  href: string;
  kind?: ButtonProps['kind'];
  icon?: IconName;
  /** Opens beside the app. */
  isOutside?: boolean;
  children: ComponentChildren;
}) {
  const { href, kind = 'secondary', icon, isOutside, children } = props;
  return (
    <a class={`button ${kind}`} href={href} {...(isOutside && { target: '_blank', rel: 'noopener' })}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </a>
  );
}
