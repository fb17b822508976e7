export function bakeCountries(): string;
