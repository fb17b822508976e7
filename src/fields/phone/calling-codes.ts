// The calling codes of countries, and how a number as people write it at home becomes one that works from everywhere.
// [values.phone]

const codes: ReadonlyMap<string, string> = new Map(
  (
    'AC247 AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1 BD880 BE32 BF226 BG359 ' +
    'BH973 BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 ' +
    'CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20 ' +
    'EH212 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1 GE995 GF594 GG44 GH233 GI350 GL299 GM220 ' +
    'GN224 GP590 GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM44 IN91 IO246 IQ964 ' +
    'IR98 IS354 IT39 JE44 JM1 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82 KW965 KY1 KZ7 LA856 LB961 LC1 ' +
    'LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 ' +
    'MO853 MP1 MQ596 MR222 MS1 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 ' +
    'NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RE262 ' +
    'RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ' +
    'ST239 SV503 SX1 SY963 SZ268 TA290 TC1 TD235 TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1 TV688 TW886 ' +
    'TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263'
  )
    .split(' ')
    .map((one) => [one.slice(0, 2), one.slice(2)]),
);

export const callingCountries: readonly string[] = [...codes.keys()];

export function callingCode(country: string): string | undefined {
  return codes.get(country);
}

/** Where several countries share a code, the one that a number is taken for. */
const mainCountries: Readonly<Record<string, string>> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '290': 'SH',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
};

/** `wanted` decides where it has the code; undefined for a code that nobody has. */
export function countryOfNumber(number: string, wanted?: string): string | undefined {
  const digits = number.replace(/^\+/, '');
  const own = wanted === undefined ? undefined : codes.get(wanted);
  if (own !== undefined && digits.startsWith(own)) return wanted;
  for (let length = 3; length > 0; length -= 1) {
    const code = digits.slice(0, length);
    const country = mainCountries[code] ?? callingCountries.find((one) => codes.get(one) === code);
    if (country !== undefined) return country;
  }
  return undefined;
}

/** Blanks, hyphens, parentheses, dots and marks of direction, which phones and documents put into numbers. */
const fillers = /[\s\u200e\u200f\u202a-\u202e\u2066-\u2069().\-\u2010-\u2015\u2212/]+/g;
/** No number is written longer than this. */
const maxWritten = 60;

/** As it is stored, `+972501234567`; undefined for what cannot be read as a number. */
export function readPhone(text: string, country?: string): string | undefined {
  if (text.length > maxWritten) return undefined;
  const plain = text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/^(\s*(?:\+|00)[\d\s]+)\(0\)/, '$1')
    .replace(fillers, '');
  if (!/^\+?\d+$/.test(plain)) return undefined;
  if (plain.startsWith('+')) return plain;
  if (plain.startsWith('00')) return `+${plain.slice(2)}`;
  const code = country === undefined ? undefined : codes.get(country);
  return code === undefined ? undefined : `+${code}${withoutTrunk(plain, country!, code)}`;
}

/** There the zero is part of the number. */
const keepsZero: readonly string[] = ['IT', 'SM', 'VA', 'CI', 'CG', 'GA', 'BJ'];

/** What is dialled before a number inside the country only. */
function withoutTrunk(digits: string, country: string, code: string): string {
  if (code === '1') return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  if (code === '7') return digits.length === 11 && /^[78]/.test(digits) ? digits.slice(1) : digits;
  if (country === 'HU') return digits.replace(/^06/, '');
  if (country === 'LT') return digits.replace(/^[08]/, '');
  return keepsZero.includes(country) ? digits : digits.replace(/^0/, '');
}
