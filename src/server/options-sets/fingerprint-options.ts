// GET /optionsSet/{setId}/fingerprint: whether two sets have the same options in the same order, for those who may not list them.
// [options-sets.fingerprint]
import { createHash } from 'node:crypto';
import type { OptionsFingerprint } from '../../api-types/options-sets.ts';
import { optionLine } from '../../core/definition/option-line.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse, callerOf } from '../http/api-request.ts';
import { matchesTag } from '../http/if-match.ts';
import { ownTurn } from '../scheduling/run-in-slices.ts';
import type { OptionsSetRow } from '../store/options-sets/options-sets.ts';
import { eachChunk, readAgainWhenGone } from './each-chunk.ts';
import { getVisibleSet } from './get-options-set.ts';
import type { SetParams } from './own-options-set.ts';
import type { Option } from './search-index.ts';

const optionsAtOnce = 250;

export async function fingerprintOptions(
  request: ApiRequest<SetParams>,
  services: Pick<Services, 'longReads' | 'db'>,
): Promise<ApiResponse<OptionsFingerprint>> {
  const range = { account: callerOf(request).account, signal: request.signal };
  return readAgainWhenGone(
    () => getVisibleSet(request, services),
    async (set) => {
      const hash = createHash('sha256');
      for await (const { json } of eachChunk(services, set, range)) {
        await ownTurn();
        const options = JSON.parse(json) as readonly Option[];
        for (let start = 0; start < options.length; start += optionsAtOnce) {
          if (start > 0) await ownTurn();
          hash.update(
            options
              .slice(start, start + optionsAtOnce)
              .map(optionLine)
              .join(''),
          );
        }
      }
      return ApiResponse.ofBody({ count: set.optionCount, sha256: hash.digest('hex') }, { etag: tagOf(set) });
    },
  );
}

/** Every change of the options is another version. */
function tagOf({ version }: OptionsSetRow): string {
  return `"${version}"`;
}

export function refuseOtherOptions({ ifMatch }: ApiRequest<SetParams>, set: OptionsSetRow): void {
  if (ifMatch !== undefined && !matchesTag(ifMatch, tagOf(set))) throw errors.optionsChangedMeanwhile();
}
