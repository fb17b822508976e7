// The second step of an upload, which goes to the storage address and not to the API. [files.upload] [conventions.document]
type Json = Record<string, unknown>;

const field = (description: string) => ({ type: 'string', description });
const copied = (name: string) => field(`\`${name}\` of the policy.`);
const xml = (description: string) => ({
  description,
  content: { 'application/xml': { schema: { type: 'string' } } },
});

export function storagePath(storageUrl: string): Json {
  return {
    servers: [{ url: storageUrl, description: 'Storage of files' }],
    post: {
      operationId: 'uploadFile',
      tags: ['Files'],
      summary: 'Upload a file',
      description:
        'The second step, after POST /form/{formId}/uploadPolicy: the fields of the policy, then the file, last, in a field named ' +
        '`file`. A policy works once. Then put `{name, size, type, storageKey, storageBucket, url}` into the data of the entry: ' +
        '`storageKey` is `key` and `storageBucket` is `bucket` of the policy.',
      security: [],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: {
                key: copied('key'),
                acl: copied('acl'),
                'Content-Type': copied('Content-Type'),
                StorageAccessKeyId: copied('StorageAccessKeyId'),
                policy: copied('policy'),
                signature: copied('signature'),
                success_action_status: copied('success_action_status'),
                file: { type: 'string', format: 'binary', description: 'The file itself, last.' },
              },
              required: [
                ...['key', 'acl', 'Content-Type', 'StorageAccessKeyId', 'policy', 'signature'],
                ...['success_action_status', 'file'],
              ],
            },
          },
        },
      },
      responses: {
        201: xml('Stored: a short XML document with Location, Bucket, Key and ETag.'),
        400: xml('Not the size that the policy says (EntityTooLarge, EntityTooSmall), or not multipart/form-data.'),
        403: xml('Not as the policy says, expired, or used already (AccessDenied).'),
        507: xml('There is no room for the file.'),
      },
    },
  };
}
