// What a password that people choose for themselves may not be. Long ones need no other rules: signs and digits that a rule
// asks for end up where everybody puts them. The command line takes any password: the operator knows what they do.
// [identity.password]
import { errors, type PasswordProblem } from '../base/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

export const minPasswordLength = 8;
/** Long enough for any phrase, short enough that hashing it is not an attack. */
export const maxPasswordLength = 1024;

export interface PasswordOwner {
  readonly email: string;
  readonly name?: string | undefined;
  /** The password it replaces. */
  readonly former?: string | undefined;
}

/** Throws the 400 that names `key`, the place of the password in the body. */
export function checkNewPassword(password: string, owner: PasswordOwner & { key: string }): void {
  const problem = findPasswordProblem(password, owner) ?? findRepetition(password, owner.former);
  if (problem !== undefined) throw errors.passwordRefused(problem, owner.key);
}

export function findPasswordProblem(
  password: string,
  { email, name = '' }: Pick<PasswordOwner, 'email' | 'name'>,
): Exclude<PasswordProblem, 'passwordUnchanged'> | undefined {
  const folded = fold(password);
  if (folded === '') return 'passwordBlank';
  if (isCommonPassword(folded) || isServiceName(folded)) return 'passwordTooCommon';
  const address = fold(email);
  const names = [address, address.slice(0, address.lastIndexOf('@')), fold(name)];
  return names.includes(folded) ? 'passwordIsOwnName' : undefined;
}

/** The name of the service, alone, with digits and signs around it, or together with a common password: it is the first guess here. */
function isServiceName(folded: string): boolean {
  const letters = folded.replace(/[^\p{L}\p{N}]/gu, '');
  const rest = letters.replace('formstead', '');
  return rest !== letters && (/^\p{N}*$/u.test(rest) || isCommonPassword(rest));
}

function findRepetition(password: string, former: string | undefined): PasswordProblem | undefined {
  return former?.normalize('NFKC') === password.normalize('NFKC') ? 'passwordUnchanged' : undefined;
}

/** Capitals and blanks around it make no password harder to guess. */
function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
