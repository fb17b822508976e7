// The time of this machine, which doctor compares with that of others: certificates, the S3 store, the database. [running.doctor]

/** Milliseconds since 1970. */
export function machineTime(): number {
  return Date.now();
}
