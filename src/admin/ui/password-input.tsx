// A password, with an eye to look at it.
import { useState } from 'preact/hooks';
import type { Locale } from '../page-data.ts';
import { translator } from '../texts.ts';
import { Button } from './button.tsx';
import { TextField, type TextFieldProps } from './fields.tsx';

export function PasswordInput({
  locale,
  ...field
}: Omit<TextFieldProps, 'type' | 'dir' | 'name'> & { locale: Locale }) {
  const t = translator('shell/passwordInput', locale);
  const [isShown, setShown] = useState(false);
  return (
    <div class={field.hint === undefined ? 'password-field' : 'password-field has-hint'}>
      <TextField {...field} type={isShown ? 'text' : 'password'} name="password" dir="ltr" />
      <Button
        kind="quiet"
        icon="eye"
        label={t(isShown ? 'hide' : 'show')}
        isPressed={isShown}
        onPress={() => setShown(!isShown)}
      />
    </div>
  );
}
