// Second factors as people have them: the codes of an authenticator app, and a passkey kept by a program. [identity.factors]
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { totpCode } from '../../src/server/identity/factors/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an app shows at `time`. */
export function codeAt(secret: string, time: number): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return totpCode(Buffer.from(bytes), Math.floor(time / 30_000));
}

export interface PasskeyTraits {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  /** In a frame of another site. */
  readonly crossOrigin?: boolean;
  readonly userHandle?: string;
}

type Usual = Pick<Required<PasskeyTraits>, 'origin' | 'crossOrigin'>;

interface Options {
  readonly challenge: string;
}

/** A passkey in memory: what navigator.credentials would give, with anything about it made wrong. */
export class Passkey {
  readonly id = randomBytes(32);
  readonly #key: KeyObject;
  readonly #coordinates: { x: Buffer; y: Buffer };
  readonly #usual: Required<Omit<PasskeyTraits, 'counter' | 'userHandle'>>;
  counter = 0;

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#coordinates = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
    this.#usual = { origin, rpId: new URL(origin).hostname, isVerified: true, crossOrigin: false };
  }

  /** Of navigator.credentials.create. */
  create({ challenge }: Options, traits: PasskeyTraits & { statement?: Buffer; format?: string } = {}) {
    const { origin, rpId, isVerified, crossOrigin } = { ...this.#usual, ...traits };
    const { x, y } = this.#coordinates;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const cose = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, cose]);
    const data = Buffer.concat([facts({ rpId, flags: (isVerified ? 0x05 : 0x01) | 0x40, counter: 0 }), credential]);
    const { format = 'none', statement = Buffer.from('a0', 'hex') } = traits;
    const attestation = Buffer.concat([
      Buffer.from('a3', 'hex'),
      ...[cborText('fmt'), cborText(format), cborText('attStmt'), statement, cborText('authData'), cborBytes(data)],
    ]);
    const clientDataJSON = clientData('webauthn.create', challenge, { origin, crossOrigin }).toString('base64url');
    return this.#credential({ clientDataJSON, attestationObject: attestation.toString('base64url'), transports: [] });
  }

  /** Of navigator.credentials.get. */
  get({ challenge }: Options, user: string, traits: PasskeyTraits = {}) {
    const { origin, rpId, isVerified, crossOrigin } = { ...this.#usual, ...traits };
    const { counter = this.counter, userHandle = Buffer.from(user, 'hex').toString('base64url') } = traits;
    const data = facts({ rpId, flags: isVerified ? 0x05 : 0x01, counter });
    const client = clientData('webauthn.get', challenge, { origin, crossOrigin });
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    const signature = createSign('sha256').update(signed).sign(this.#key);
    return this.#credential({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle,
    });
  }

  #credential<Response extends object>(response: Response) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

function facts({ rpId, flags, counter }: { rpId: string; flags: number; counter: number }): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
}

function clientData(type: string, challenge: string, { origin, crossOrigin }: Usual): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

export function cborBytes(bytes: Buffer): Buffer {
  const length = Buffer.from([0x59, 0, 0]);
  length.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([length, bytes]);
}
