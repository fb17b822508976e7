// Why an email was not sent, in words for the entry's record: anybody who sees the entry may read them, so they name no
// machine of ours. The cause is for the log.

export class MailError extends Error {
  override readonly name = 'MailError';
}
