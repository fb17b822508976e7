// `formstead doctor [--json]`: a list for people on standard error, and one JSON object on standard output. Ends with code 1 when
// something does not work. [running.doctor]
import { readSettings } from '../base/config.ts';
import { readVersion } from '../base/package-version.ts';
import type { Finding } from '../doctor/finding.ts';
import { type DoctorReport, runDoctor } from '../doctor/run-doctor.ts';
import { readFlags } from './flags.ts';

export async function doctorCommand(rest: readonly string[]): Promise<object> {
  const flags = rest.filter((argument) => argument !== '--json');
  const found = await runDoctor(readSettings(readFlags(flags)));
  if (flags.length === rest.length) process.stderr.write(listText(found));
  process.exitCode = found.problems > 0 ? 1 : 0;
  return { version: readVersion(), ...found };
}

const signs = { ok: 'ok     ', warning: 'WARNING', problem: 'PROBLEM' } as const;

/** Findings that need action come last, where they are read. */
function listText({ checks, problems, warnings }: DoctorReport): string {
  const order = ['ok', 'warning', 'problem'];
  const sorted = [...checks].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const all = problems + warnings === 0 ? 'All is well.' : `${problems} problems, ${warnings} warnings.`;
  return `${sorted.map(lineText).join('\n')}\n${all}\n`;
}

function lineText({ check, state, message, remedy }: Finding): string {
  const line = `${signs[state]}  ${check.padEnd(22)}  ${message}`;
  return remedy === undefined ? line : `${line}\n${' '.repeat(33)}-> ${remedy}`;
}
