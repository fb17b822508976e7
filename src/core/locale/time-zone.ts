// Time zones by their IANA names. [forms.time-zone]

/** Whether it is the name of a time zone, such as `Asia/Jerusalem`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // How the platform says that it does not know the zone.
    return false;
  }
}
