// The names of stored objects: `<form id>/<file id>`. A file id is an id with more randomness behind it, so a key cannot be
// guessed, and tells when it was made. Nothing else is ever looked for in storage, so no key can leave its folder.
import { randomBytes } from 'node:crypto';
import type { NewId } from '../../base/new-id.ts';

const keyPattern = /^[0-9a-f]{24}\/[0-9a-f]{40}$/;
const extraBytes = 8;

export function newStorageKey(form: string, newId: NewId): string {
  return `${form}/${newId()}${randomBytes(extraBytes).toString('hex')}`;
}

export function isStorageKey(text: string): boolean {
  return keyPattern.test(text);
}

/** Milliseconds since 1970. */
export function timeOfStorageKey(key: string): number {
  const start = key.indexOf('/') + 1;
  return Number.parseInt(key.slice(start, start + 12), 16);
}

/** The form that the key was made for. */
export function formOfStorageKey(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
