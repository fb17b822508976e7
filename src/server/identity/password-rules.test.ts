// What people may not choose as their password.
import { expect, test } from 'vitest';
import { checkNewPassword, findPasswordProblem } from './password-rules.ts';

const owner = { email: 'Dana.Levi@example.com', name: 'Dana Levi Cohen' };

test.each([
  ['password', 'passwordTooCommon'],
  ['PASSWORD', 'passwordTooCommon'],
  [' Password1 ', 'passwordTooCommon'],
  ['12345678', 'passwordTooCommon'],
  ['ｐａｓｓｗｏｒｄ', 'passwordTooCommon'],
  ['qwertyuiop', 'passwordTooCommon'],
  ['trustno1', 'passwordTooCommon'],
  ['formstead', 'passwordTooCommon'],
  ['Formstead', 'passwordTooCommon'],
  ['form-stead', 'passwordTooCommon'],
  ['Formstead1!', 'passwordTooCommon'],
  ['2026formstead', 'passwordTooCommon'],
  ['formstead 20262027', 'passwordTooCommon'],
  ['FormsteadPassword', 'passwordTooCommon'],
  ['formstead of the green birds', undefined],
  ['        ', 'passwordBlank'],
  ['\u3000\u00a0\t     ', 'passwordBlank'],
  ['dana.levi@example.com', 'passwordIsOwnName'],
  ['Dana.Levi', 'passwordIsOwnName'],
  ['dana levi cohen', 'passwordIsOwnName'],
  ['new password', undefined],
  ['a long password', undefined],
  ['long enough', undefined],
  ['another phrase', undefined],
  ['סיסמה ארוכה', undefined],
  ['dana.levi@example.org', undefined],
])('[identity.password] %j: %s', (password, problem) => {
  expect(findPasswordProblem(password, owner)).toBe(problem);
});

test('[identity.password] the 400 names where the password stands', () => {
  const change = () => checkNewPassword('same as before', { ...owner, key: 'newPassword', former: 'same as before' });
  expect(change).toThrow('"newPassword" must differ from the current password');
  expect(() => checkNewPassword('same as before', { ...owner, key: 'newPassword', former: 'other' })).not.toThrow();
  const error = (() => {
    try {
      checkNewPassword('password', { ...owner, key: 'password' });
      return undefined;
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toMatchObject({
    status: 400,
    message: '"password" is one of the most common passwords',
    extra: { validation: { source: 'payload', keys: ['password'] } },
  });
});
