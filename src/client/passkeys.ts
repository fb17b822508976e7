// Passkeys of the browser: what the API sends and takes is JSON, what the browser takes and gives has bytes in it.
// [identity.factors.passkey]
import type { PasskeyOptions } from '../api-types/factors.ts';

/** Browsers have none for pages without https, nor for hosts that are addresses. */
export function canUsePasskeys(): boolean {
  const isNamed = !/^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && isNamed && typeof PublicKeyCredential === 'function';
}

/** Rejects with a DOMException: NotAllowedError when the person thinks better of it, InvalidStateError for one that is here already. */
export async function createPasskey(options: PasskeyOptions): Promise<object> {
  const { challenge, user, excludeCredentials, ...rest } = options as PasskeyOptions & CreationParts;
  const publicKey = {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: toBytes(one.id) })),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return describe(made, {
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

/** Rejects as createPasskey does. */
export async function signByPasskey(options: PasskeyOptions): Promise<object> {
  const { challenge, allowCredentials, ...rest } = options as PasskeyOptions & RequestParts;
  const publicKey = {
    ...rest,
    challenge: toBytes(challenge),
    ...(allowCredentials && { allowCredentials: allowCredentials.map((one) => ({ ...one, id: toBytes(one.id) })) }),
  } as unknown as PublicKeyCredentialRequestOptions;
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { authenticatorData, signature, userHandle } = signed.response as AuthenticatorAssertionResponse;
  return describe(signed, {
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    userHandle: userHandle === null ? null : toText(userHandle),
  });
}

interface RequestParts {
  /** Only these of the device's passkeys. */
  readonly allowCredentials?: readonly { readonly id: string }[];
}

interface CreationParts {
  readonly user: { readonly id: string };
  readonly excludeCredentials: readonly { readonly id: string }[];
}

function describe({ id, type, response }: PublicKeyCredential, parts: object): object {
  const clientDataJSON = toText(response.clientDataJSON);
  return { id, rawId: id, type, clientExtensionResults: {}, response: { clientDataJSON, ...parts } };
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
