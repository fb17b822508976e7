// Secrets of second factors as they are stored: AES-256-GCM, bound to what they are for, so that none can be put in another's
// place. [identity.factors.secret]
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

export function encryptSecret(secret: Buffer, options: { key: Buffer; boundTo: string }): string {
  const iv = randomBytes(ivBytes);
  const encrypt = createCipheriv(cipher, options.key, iv).setAAD(Buffer.from(options.boundTo));
  return Buffer.concat([iv, encrypt.update(secret), encrypt.final(), encrypt.getAuthTag()]).toString('base64url');
}

/** Undefined when it was encrypted with another key, for something else, or changed. */
export function decryptSecret(text: string, options: { key: Buffer; boundTo: string }): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < ivBytes + tagBytes) return undefined;
  const decrypt = createDecipheriv(cipher, options.key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decrypt.setAAD(Buffer.from(options.boundTo)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decrypt.update(bytes.subarray(ivBytes, -tagBytes)), decrypt.final()]);
  } catch {
    // The tag does not fit.
    return undefined;
  }
}
