// The hook for a virus scanner: with CLAMD_URL every upload is scanned once all of it has arrived and before anybody can
// download or submit it. What cannot be scanned is refused. docs/operations.md "Virus scanner". [files.scanner]
import type { Services } from '../base/services.ts';
import { ScannerError } from './clamd.ts';
import { StorageError } from './storage-error.ts';

const retryAfterSeconds = '30';

type ScanServices = Pick<Services, 'scanner' | 'scans' | 'storage' | 'log'>;

/** Before anything is sent in vain. */
export async function refuseWithoutScanner({ scanner }: ScanServices): Promise<void> {
  await scanner?.ping().catch((error: unknown) => {
    throw asStorageError(error);
  });
}

/**
 * Throws the refusal of what storage holds under the key. Read back from storage, so that a slow sender does not keep a thread
 * of the scanner waiting: it has few.
 */
export async function refuseInfected(
  { key, account }: { key: string; account: string },
  services: ScanServices,
): Promise<void> {
  const { scanner, scans, storage, log } = services;
  if (scanner === undefined) return;
  const result = await scans.run(account, async () => {
    const open = async () => {
      const stored = await storage.read(key);
      if (stored === undefined) throw new StorageError('accessDenied');
      return stored.stream;
    };
    return scanner.scan(open).catch((error: unknown) => {
      throw asStorageError(error);
    });
  });
  if (result === 'clean') return;
  if (result === 'tooLarge') throw new StorageError('tooLargeToScan');
  log.warn({ key, virus: result.virus }, 'an upload with a virus was refused');
  throw new StorageError('virusFound');
}

function asStorageError(error: unknown): unknown {
  if (!(error instanceof ScannerError)) return error;
  return new StorageError('scannerAway', { cause: error, headers: { 'retry-after': retryAfterSeconds } });
}
