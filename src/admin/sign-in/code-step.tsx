// The second step of signing in, after the right password: six digits of the authenticator app, a recovery code, or a passkey.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FactorKind } from '../../api-types/factors.ts';
import type { User } from '../../api-types/identity.ts';
import type { Locale } from '../page-data.ts';
import { translator } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { PasskeyButton } from './passkey-button.tsx';

export interface CodeStepProps {
  readonly api: string;
  readonly locale: Locale;
  /** What the person has set up. */
  readonly kinds: readonly FactorKind[];
  readonly problem: string;
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
  readonly onDone: (user: User) => void;
  readonly onProblem: (text: string) => void;
}

export function CodeStep({ api, locale, kinds, problem, isBusy, onCode, onBack, onDone, onProblem }: CodeStepProps) {
  const t = translator('shell/signIn', locale);
  const hasApp = kinds.includes('totp');
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isCodeAsked = hasApp || isRecovery;
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>(isCodeAsked ? '[name=code]' : 'button')?.focus();
    // A wrong code is typed again from the start.
    if (problem !== '') setCode('');
  }, [isCodeAsked, isRecovery, problem]);
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') onCode(code.trim());
      }}
    >
      {isCodeAsked ? (
        <TextField
          key={String(isRecovery)}
          {...{
            label: t(isRecovery ? 'recoveryCode' : 'code'),
            value: code,
            onChange: setCode,
            dir: 'ltr',
            name: 'code',
          }}
          {...{ hint: t(isRecovery ? 'recoveryHint' : 'codeHint'), isRequired: true, isMono: true, maxLength: 40 }}
          {...(isRecovery ? { autoComplete: 'off' } : { autoComplete: 'one-time-code', inputMode: 'numeric' as const })}
        />
      ) : (
        <p>{t('passkeyAsked')}</p>
      )}
      <p class="field-error" role="alert">
        {problem}
      </p>
      {isCodeAsked && (
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t('signIn')}
        </Button>
      )}
      {kinds.includes('passkey') && <PasskeyButton isPrimary={!isCodeAsked} {...{ api, locale, onDone, onProblem }} />}
      <div class="sign-in-others">
        <Button
          kind="quiet"
          onPress={() => {
            setCode('');
            onProblem('');
            setRecovery(!isRecovery);
          }}
        >
          {t(!isRecovery ? 'useRecovery' : hasApp ? 'useApp' : 'usePasskey')}
        </Button>
        <Button kind="quiet" onPress={onBack}>
          {t('back')}
        </Button>
      </div>
    </form>
  );
}
