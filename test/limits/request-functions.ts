// Functions that meet callers' text before anything is done with it: what HTTP brings, who it is from, addresses and mail.
import { addressGroup, networkGroup } from '../../src/server/base/address-group.ts';
import { isMailAddress, readMailAddress, toHeaderText } from '../../src/server/base/mail-address.ts';
import { isPublicAddress } from '../../src/server/base/public-address.ts';
import { readLimits } from '../../src/server/base/quota-limits.ts';
import { parseInSteps, ShallowParser } from '../../src/server/html/shallow-parser.ts';
import { headerText } from '../../src/server/http/api-request.ts';
import { readJsonParameters } from '../../src/server/http/checks.ts';
import { matchesTag } from '../../src/server/http/if-match.ts';
import {
  checkJsonDepth,
  readJsonBody,
  readJsonBodyInSteps,
  refuseProtoInFilter,
} from '../../src/server/http/json-body.ts';
import { endOfString, membersOf } from '../../src/server/http/json-members.ts';
import { fieldProjector, nextPageLink, readCursor, writeCursor } from '../../src/server/http/lists.ts';
import { readLocales } from '../../src/server/http/locales.ts';
import { parseJsonInSteps } from '../../src/server/http/parse-json-in-steps.ts';
import { rejectDuplicateHost } from '../../src/server/http/reject-duplicate-host.ts';
import { isSignature, readSignedText, signText } from '../../src/server/http/secrets.ts';
import { hashKeySecret } from '../../src/server/identity/authenticate.ts';
import { isCommonPassword } from '../../src/server/identity/common-passwords.ts';
import { findCookie } from '../../src/server/identity/cookies.ts';
import { readDevice } from '../../src/server/identity/device-cookie.ts';
import { decryptSecret, encryptSecret } from '../../src/server/identity/factors/factor-secret.ts';
import { newChallenge, readChallenge } from '../../src/server/identity/factors/passkey-challenge.ts';
import { hashRecoveryCode, readRecoveryCode } from '../../src/server/identity/factors/recovery-codes.ts';
import { totpOf } from '../../src/server/identity/factors/second-factor.ts';
import { findTotpStep, toBase32, totpCode, totpUri } from '../../src/server/identity/factors/totp.ts';
import { hashedEmail } from '../../src/server/identity/guess-limits.ts';
import { readLoginToken } from '../../src/server/identity/login-token.ts';
import { isCheaper } from '../../src/server/identity/password.ts';
import { findPasswordProblem } from '../../src/server/identity/password-rules.ts';
import { hashLinkToken, linkAddress } from '../../src/server/identity/person-links.ts';
import { findKeptSignIn, isStateOf } from '../../src/server/identity/provider/kept-sign-in.ts';
import { findAllSessionTokens, findSessionToken } from '../../src/server/identity/session-cookie.ts';
import { htmlToText, htmlToTextInSteps } from '../../src/server/mail/html-to-text.ts';
import { hashedMailbox, mailboxOf } from '../../src/server/mail/mailbox.ts';
import { safeName } from '../../src/server/mail/person-email.ts';
import { anonymousKey } from '../../src/server/quotas/anonymous-key.ts';
import { runAtOnce } from '../../src/server/scheduling/run-in-slices.ts';
import { guessAutofill, guessPurpose } from '../../src/server/web/guess-autofill.ts';
import { scriptSafeJson } from '../../src/server/web/page-shell.ts';
import { chooseEncoding } from '../../src/server/web/web-assets.ts';
import { chunksOf, entryOf, head, jsonOf, key, once, short, type TextFunction } from './measured-form.ts';

export const requestFunctions: Readonly<Record<string, TextFunction>> = {
  'server/base/address-group.ts addressGroup': addressGroup,
  'server/base/address-group.ts networkGroup': networkGroup,
  'server/http/api-request.ts headerText': (text) => headerText({ a: text }, 'a'),
  'server/http/checks.ts readJsonParameters': (text) => readJsonParameters({ query: text, fields: text }),
  'server/http/if-match.ts matchesTag': (text) => matchesTag(text, '"1"'),
  'server/http/json-body.ts checkJsonDepth': checkJsonDepth,
  'server/http/json-body.ts readJsonBody': (text) => [readJsonBody(Buffer.from(text)), readJsonBody(jsonOf(text))],
  'server/http/json-body.ts readJsonBodyInSteps': (text) => runAtOnce(readJsonBodyInSteps(jsonOf(text))),
  'server/http/json-body.ts refuseProtoInFilter': (text) => refuseProtoInFilter({ query: { [text]: [text] } }, 'query'),
  'server/http/json-members.ts membersOf': (text) => runAtOnce(membersOf(jsonOf(text).toString())),
  'server/http/json-members.ts endOfString': (text) => endOfString(`"${text}"`, 0),
  'server/http/lists.ts nextPageLink': (text) =>
    nextPageLink({ apiUrl: 'https://x.test', path: `/x?${head(text)}`, cursor: 'c' }),
  'server/http/lists.ts fieldProjector': (text) => [
    fieldProjector([text, 'data.rows.cell', 'data'])({ data: entryOf(text) }),
    fieldProjector(chunksOf(text).map((_, place) => `rows.${place}`))({
      rows: chunksOf(text).map(() => ({ cell: 1 })),
    }),
  ],
  'server/http/lists.ts readCursor': (text) => readCursor(text, key),
  'server/http/lists.ts writeCursor': (text) => writeCursor(text, key),
  'server/http/locales.ts readLocales': (text) => readLocales({ locale: text, fallbackLocales: [text] }),
  'server/http/reject-duplicate-host.ts rejectDuplicateHost': (text) => rejectDuplicateHost([text, text, 'host', text]),
  'server/http/parse-json-in-steps.ts parseJsonInSteps': (text) =>
    runAtOnce(parseJsonInSteps(jsonOf(text).toString(), { maxLevels: 100, tooDeep: () => new Error('too deep') })),
  'server/identity/authenticate.ts hashKeySecret': hashKeySecret,
  'server/identity/common-passwords.ts isCommonPassword': isCommonPassword,
  'server/identity/cookies.ts findCookie': (text) => findCookie(text, 'session'),
  'server/identity/device-cookie.ts readDevice': (text) => readDevice(text, { key, now: 0 }),
  'server/identity/factors/factor-secret.ts encryptSecret': (text) =>
    encryptSecret(Buffer.from(text), { key, boundTo: text }),
  'server/identity/factors/factor-secret.ts decryptSecret': (text) => decryptSecret(text, { key, boundTo: text }),
  'server/identity/factors/passkey-challenge.ts newChallenge': (text) => newChallenge(text, { key, now: 0 }),
  'server/identity/factors/passkey-challenge.ts readChallenge': (text) => readChallenge(text, '', { key, now: 0 }),
  'server/identity/factors/recovery-codes.ts readRecoveryCode': readRecoveryCode,
  'server/identity/factors/recovery-codes.ts hashRecoveryCode': (text) => hashRecoveryCode(text, { user: '', key }),
  'server/identity/factors/second-factor.ts totpOf': (text) => totpOf(text, text),
  'server/identity/factors/totp.ts findTotpStep': (text) => findTotpStep(key, text, 60_000),
  'server/identity/factors/totp.ts totpCode': (text) => totpCode(Buffer.from(text), 1),
  'server/identity/factors/totp.ts toBase32': (text) => toBase32(Buffer.from(text)),
  'server/identity/factors/totp.ts totpUri': (text) => totpUri({ secret: key, email: text, issuer: '' }),
  'server/identity/guess-limits.ts hashedEmail': hashedEmail,
  'server/identity/login-token.ts readLoginToken': (text) => readLoginToken(text, { key, now: 0 }),
  'server/identity/password-rules.ts findPasswordProblem': (text) =>
    findPasswordProblem(short(text), { email: short(text), name: short(text) }),
  'server/identity/password.ts isCheaper': (text) => isCheaper(text),
  'server/mail/person-email.ts safeName': safeName,
  'server/identity/person-links.ts hashLinkToken': hashLinkToken,
  'server/identity/person-links.ts linkAddress': (text) => linkAddress('reset', text, { appUrl: text }),
  'server/identity/provider/kept-sign-in.ts findKeptSignIn': (text) => findKeptSignIn(text, { key, now: 0 }),
  'server/identity/provider/kept-sign-in.ts isStateOf': (text) =>
    isStateOf({ state: text, nonce: '', codeVerifier: '', to: '', locale: 'en' }, text),
  'server/http/secrets.ts isSignature': (text) => isSignature(text, key, 'base64url'),
  'server/http/secrets.ts readSignedText': (text) => readSignedText(text, key),
  'server/http/secrets.ts signText': (text) => signText(text, key),
  'server/identity/session-cookie.ts findAllSessionTokens': findAllSessionTokens,
  'server/identity/session-cookie.ts findSessionToken': (text) => findSessionToken(text, { publicUrl: 'https://a.b' }),
  'server/mail/html-to-text.ts htmlToText': htmlToText,
  'server/mail/html-to-text.ts htmlToTextInSteps': (text) => runAtOnce(htmlToTextInSteps(text)),
  'server/html/shallow-parser.ts parseInSteps': (text) => runAtOnce(parseInSteps(new ShallowParser({}), text)),
  'server/base/mail-address.ts isMailAddress': isMailAddress,
  'server/base/mail-address.ts readMailAddress': (text) => [
    readMailAddress(text),
    readMailAddress(`"${text}" <a@b.c>`),
  ],
  'server/base/mail-address.ts toHeaderText': toHeaderText,
  'server/mail/mailbox.ts mailboxOf': mailboxOf,
  'server/mail/mailbox.ts hashedMailbox': (text) => hashedMailbox(text, text),
  'server/base/public-address.ts isPublicAddress': isPublicAddress,
  'server/base/quota-limits.ts readLimits': readLimits,
  'server/quotas/anonymous-key.ts anonymousKey': (text) => anonymousKey(text, key),
  'server/web/guess-autofill.ts guessPurpose': (text) => guessPurpose({ type: 'fInput', name: text, label: text }),
  'server/web/guess-autofill.ts guessAutofill': (text) =>
    guessAutofill({ type: 'cSection', name: 'root', children: [{ type: 'fInput', name: text, label: text }] }),
  'server/web/page-shell.ts scriptSafeJson': (text) => scriptSafeJson(entryOf(once(text))),
  'server/web/web-assets.ts chooseEncoding': chooseEncoding,
};
