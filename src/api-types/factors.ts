// Second factors: authenticator apps, passkeys and recovery codes. [identity.factors]

export type FactorKind = 'totp' | 'passkey';

/** One of GET /me/factors. */
export interface Factor {
  readonly id: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createTime: string;
  /** Null before the first sign-in with it. */
  readonly lastUse: string | null;
}

/** GET /me/factors: oldest first. */
export interface Factors {
  readonly data: readonly Factor[];
  readonly recoveryCodesLeft: number;
  /** The account asks for a second factor. */
  readonly isRequired: boolean;
}

/** POST /me/factors/totp: nothing is stored before a code confirms it. */
export interface TotpSetUp {
  /** To be typed into an authenticator app, in base 32. */
  readonly secret: string;
  /** The same with all an app needs, for a QR code. */
  readonly uri: string;
  /** To be sent back with the code. */
  readonly setUp: string;
}

/** A factor that was just added. */
export interface AddedFactor {
  readonly factor: Factor;
  /** With the first factor only; they are shown nowhere else. */
  readonly recoveryCodes?: readonly string[];
}

/** POST /me/factors/recovery-codes */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/** What navigator.credentials takes, as JSON: WebAuthn's PublicKeyCredentialCreationOptionsJSON or -RequestOptionsJSON. */
export interface PasskeyOptions {
  readonly challenge: string;
  readonly [name: string]: unknown;
}
