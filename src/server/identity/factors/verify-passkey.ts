// What a browser sends of a passkey, checked by @simplewebauthn/server: a new one, and a signature of one we know. The library is
// loaded when the first passkey is asked for: most processes never see one. [identity.factors.passkey]
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Services } from '../../base/services.ts';
import type { FactorRow } from '../../store/identity/factors.ts';
import { challengeMs, newChallenge, readChallenge } from './passkey-challenge.ts';
import { relyingParty } from './relying-party.ts';

type PasskeyServices = Pick<Services, 'config' | 'secrets' | 'clock'>;

/** A challenge that was signed, for the table of those used. */
export interface SignedChallenge {
  readonly challenge: string;
  readonly expiresAt: string;
}

/** Ed25519, ES256 and, for Windows Hello, RS256. */
const algorithms = [-8, -7, -257];
/** RSA keys of 4096 bits have some 530. */
const maxPublicKeyBytes = 1024;

export async function creationOptions(
  wanted: { use: string; user: { id: string; email: string; name: string }; known: readonly FactorRow[] },
  services: PasskeyServices,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { use, user, known } = wanted;
  return generateRegistrationOptions({
    rpName: 'Formstead',
    rpID: relyingParty(services.config).id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.id, 'hex')),
    challenge: challengeFor(use, services),
    timeout: challengeMs,
    attestationType: 'none',
    // An authenticator that has one already is not asked for another.
    excludeCredentials: describeCredentials(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

function describeCredentials(known: readonly FactorRow[]) {
  return known.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, transports: JSON.parse(transports ?? '[]') as string[] }],
  );
}

export async function requestOptions(
  use: string,
  services: PasskeyServices,
  /** Only these; without them the person chooses among all that the device has. */
  known: readonly FactorRow[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: relyingParty(services.config).id,
    challenge: challengeFor(use, services),
    timeout: challengeMs,
    userVerification: 'required',
    ...(known.length > 0 && { allowCredentials: describeCredentials(known) }),
  });
}

export interface NewCredential extends SignedChallenge {
  readonly credential: WebAuthnCredential;
}

/** Throws whatever the library throws, and for what it would take and we do not. */
export async function verifyNewPasskey(
  response: RegistrationResponseJSON,
  use: string,
  services: PasskeyServices,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  refuseForeignFrame(response.response.clientDataJSON);
  await refuseCertificates(response.response.attestationObject);
  const { id, origins } = relyingParty(services.config);
  const challenge = expectChallenge(use, services);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge.check,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!verified) throw new Error('The passkey was not verified.');
  const { credential } = registrationInfo;
  if (credential.publicKey.length > maxPublicKeyBytes) throw new Error('The public key is too large.');
  return { credential, ...challenge.signed() };
}

/** The count of signatures. Throws as verifyNewPasskey does. */
export async function verifySignature(
  response: AuthenticationResponseJSON,
  options: { use: string; passkey: FactorRow },
  services: PasskeyServices,
): Promise<SignedChallenge & { counter: number }> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { use, passkey } = options;
  refuseForeignFrame(response.response.clientDataJSON);
  const { id, origins } = relyingParty(services.config);
  const challenge = expectChallenge(use, services);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.check,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId ?? '',
      publicKey: new Uint8Array(Buffer.from(passkey.secret, 'base64url')),
      counter: passkey.counter,
    },
  });
  if (!verified) throw new Error('The signature is wrong.');
  return { counter: authenticationInfo.newCounter, ...challenge.signed() };
}

function challengeFor(use: string, { secrets, clock }: PasskeyServices): Uint8Array<ArrayBuffer> {
  return new Uint8Array(newChallenge(use, { key: secrets.passkeyChallenge, now: clock.now() }));
}

function expectChallenge(use: string, { secrets, clock }: PasskeyServices) {
  let signed: SignedChallenge | undefined;
  return {
    check(challenge: string): boolean {
      const read = readChallenge(challenge, use, { key: secrets.passkeyChallenge, now: clock.now() });
      if (read !== undefined) signed = { challenge, ...read };
      return read !== undefined;
    },
    signed(): SignedChallenge {
      if (signed === undefined) throw new Error('No challenge was checked.');
      return signed;
    },
  };
}

/** None of our pages asks for a passkey in a frame of another site; the library does not look. */
function refuseForeignFrame(clientDataJSON: string): void {
  const { crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { crossOrigin?: unknown };
  if (crossOrigin !== undefined && crossOrigin !== false) throw new Error('A passkey used in a frame of another site.');
}

/**
 * We ask for no certificate of the maker, and browsers then send none. One that comes all the same is not read: it may name
 * addresses that whoever checks it would fetch.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  const isPlain = format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  if (!isPlain) throw new Error(`A passkey with a certificate (${format}).`);
}
