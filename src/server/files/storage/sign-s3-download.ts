// An address of the store itself that gives one object out, for whoever was just allowed to have it: then its bytes need not pass this
// process. Signed in the query (signature version 4, by aws4fetch), good for a minute. [files.download.direct]
import { AwsV4Signer } from 'aws4fetch';
import type { S3Config } from '../../base/config-s3.ts';

export interface DirectHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly contentEncoding: string | null;
}

/** Long enough to begin; a download that has begun goes on. */
const addressSeconds = 60;

export async function signS3Download(
  { publicEndpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config & { readonly publicEndpoint: string },
  key: string,
  { contentType, contentDisposition, contentEncoding }: DirectHeaders,
): Promise<string> {
  const url = new URL(`${publicEndpoint}/${bucket}/${key}`);
  const query = {
    'X-Amz-Expires': String(addressSeconds),
    'response-content-type': contentType,
    'response-content-disposition': contentDisposition,
    'response-cache-control': 'private, no-cache',
    ...(contentEncoding !== null && { 'response-content-encoding': contentEncoding }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signer = new AwsV4Signer({
    method: 'GET',
    url: url.href,
    service: 's3',
    ...{ region, accessKeyId, secretAccessKey },
    signQuery: true,
  });
  const signed = (await signer.sign()).url;
  // As it was signed: not every store reads a plus as a blank.
  signed.search = signed.search.replaceAll('+', '%20').replaceAll('*', '%2A');
  return signed.href;
}
