// The command line: `formstead serve | user ... | key ... | account ... | sets ... | files check | audit verify | doctor | backup | restore | verify | migrate`,
// and, as clients of a service, `types ... | forms ... | entries ...`.
// Each command prints one JSON object on standard output; what went wrong goes to standard error, with exit code 1.
// [running.commands]

import { readServicePlace, readSettings } from '../base/config.ts';
import { readVersion } from '../base/package-version.ts';
import { ConfigError } from '../base/settings.ts';
import { explainFailure } from './explain-failure.ts';
import { readFlags } from './flags.ts';
import { serve } from './serve.ts';

const usage = `Usage:
  formstead --version
  formstead serve [--port N] [--data-dir FOLDER] ...   every setting of docs/settings.md as a flag
  formstead user add --email E [--password P | --password-file F] [--name N] [--account ID]
                        without a password the user signs in by the identity provider, or gets a link for one
  formstead user password --email E [--password P | --password-file F | --link]
                        without any, the password is asked for; the file - is standard input;
                        --link prints a link for one hour, with which the person chooses the password
  formstead user unlink --email E
                        forgets who the user is at the identity provider
  formstead user verify --email E
                        vouches for the email: no link by email is needed
  formstead user list [--account ID]
  formstead user disable|enable --email E
  formstead user factors --email E [--reset]
                        --reset removes all second factors: the password alone is good again
  formstead key list [--email E] [--account ID]
  formstead key add --email E [--name N] [--expires TIME]
  formstead key revoke --key ID
  formstead account list
  formstead account add [--name N]
  formstead account close --account ID [--reopen]
                        bars all its users and closes its forms; nothing is deleted
  formstead sets refresh [SET [--accept]]
                        --accept takes a list that was refused for its size or its changes, or that was taken back
  formstead sets history SET
  formstead sets rollback SET [--to N]
                        back to the list before, or to list N of the history
  formstead sets autocomplete SET on|off
  formstead quota set --account ID --kind K --limit N|default
  formstead files check [--repair]
                        compares storage with the database; --repair removes objects without a file in the database
  formstead audit verify
  formstead doctor [--json]
                        checks settings, database, storage, mail, address, disk and backups, and says how to mend what is wrong
  formstead backup TARGET [--passphrase-file F] [--keep N]
                        TARGET: a file (.tar), a folder, or s3://bucket/prefix; while the server runs
  formstead backup list PLACE [--passphrase-file F]
                        the backups of a place: number, time, size, counts, when each was verified, what is damaged
  formstead backup drill PLACE [--backup ID] [--passphrase-file F]
                        restores into a throw-away database, compares, and removes it
  formstead restore SOURCE [--backup ID] [--passphrase-file F] [--undelete] [--erasures SOURCE] [--other-secret] [--without-damaged]
                        into an empty database; --undelete brings back what was deleted after the backup;
                        --without-damaged restores all that is intact, and lists what is lost
  formstead verify SOURCE [--backup ID] [--passphrase-file F]
  formstead migrate

Clients of a service, which --url U and --key K or --key-file F name; FORMSTEAD_URL and FORMSTEAD_KEY, or a formstead.json, may stand for the flags:
  formstead types FORM [--out FILE]
                        TypeScript types of the data of a form's entries
  formstead mcp [--allow-delete]
                        tools for agents over standard input and output; docs/agents.md
  formstead relay --to URL --secret-file F [--form ID] [--state FILE|target] [--since TIME|now] [--every SECONDS] [--once]
                        posts each change of entries to the address, signed; docs/relay.md
  formstead relay status [--state FILE]
                        how far it is and what is stuck
  formstead relay drop ENTRY...|--all [--state FILE]
                        gives up on changes that are stuck
  formstead forms list
  formstead forms pull [FORM...] [--folder F] [--format yaml|json] [--force] [--user E --password-file F [--code C]]
                        one file for each form and each options set of theirs; what was changed here is not overwritten;
                        --user reads options, which a key cannot
  formstead forms diff [FORM...] [--folder F] [--user E --password-file F [--code C]]
  formstead forms push [FORM...] [--folder F] [--dry-run] [--force] [--user E --password-file F [--code C]]
                        what was changed on the service since is not overwritten
  formstead forms import FILE [--kind xlsform|formio|surveyjs|google] [--locale en|he] [--dry-run] [--out FILE.yaml|json]
                        a form that another program made; names what could not be brought over
  formstead forms copy FORM --to URL --to-key K|--to-key-file F [--user E --password-file F [--code C]] [--name N | --into FORM] [--dry-run]
                        with its options sets and pictures; --user reads options, which a key cannot
  formstead entries import FORM FILE.csv|xlsx|jsonl [--map FILE.json] [--dry-run] [--only-good] [--date-order dmy|mdy]
                        [--sheet NAME] [--encoding E] [--concurrency N] [--state FILE] [--report FILE] [--emails] [--renders]
                        all rows are checked before the first is sent; run it again to go on
  formstead entries export FORM [--format csv|xlsx|jsonl] [--labels] [--where JSON] [--query JSON] [--out FILE]`;

export async function main(argv: readonly string[]): Promise<void> {
  try {
    await run(argv);
    process.exit();
  } catch (error) {
    reportFailure(explainFailure(error));
  }
}

function reportFailure(text: string): never {
  process.stderr.write(`formstead: ${text}\n`);
  process.exit(1);
}

async function run(argv: readonly string[]): Promise<void> {
  const [command = 'help', ...rest] = argv;
  switch (command) {
    case 'serve':
      return serve(readSettings(readFlags(rest)));
    case 'help':
    case '--help':
    case '-h':
      return void process.stdout.write(`${usage}\n`);
    case '--version':
      return void process.stdout.write(`${readVersion()}\n`);
  }
  // `npx formstead --port 9000`
  if (command.startsWith('--')) return serve(readSettings(readFlags(argv)));
  if (clientNames.includes(command)) return runAsClient(argv);
  const isGroup =
    ['user', 'key', 'account', 'sets', 'quota', 'files', 'audit'].includes(command) ||
    // A folder of that name is ./list or ./drill.
    (command === 'backup' && ['list', 'drill'].includes(rest[0] ?? ''));
  const name = isGroup ? `${command} ${rest.shift() ?? ''}`.trim() : command;
  const { runCommand } = await import('./command-program.ts');
  const outcome = await runCommand(name, rest);
  if (outcome === undefined) throw new ConfigError(`Unknown command "${argv.join(' ')}".\n${usage}`);
  if ('failure' in outcome) reportFailure(outcome.failure);
  process.stdout.write(`${JSON.stringify(outcome.result)}\n`);
}

/** Commands and groups of src/cli: clients of a service, which need no database. [running.commands.service] */
const clientNames = ['forms', 'entries', 'types', 'relay', 'mcp'];

async function runAsClient([command = '', ...rest]: readonly string[]): Promise<void> {
  const { clientCommands, clientGroups, explainCommandError, shownText } = await import('../../cli/client-commands.ts');
  const name = clientGroups.includes(command) ? `${command} ${rest.shift() ?? ''}`.trim() : command;
  if (!Object.hasOwn(clientCommands, name)) throw new ConfigError(`Unknown command "${name}".\n${usage}`);
  let resultTo: NodeJS.WriteStream = process.stdout;
  const context = {
    env: readServicePlace(),
    folder: process.cwd(),
    print: (text: string) => void process.stdout.write(text),
    takeStdout: () => {
      resultTo = process.stderr;
      return process.stdout;
    },
    stderr: process.stderr,
    setFailed: () => {
      process.exitCode = 1;
    },
  };
  try {
    const result = await clientCommands[name]?.(rest, context);
    // Names that others gave are in it: as codes they are the same JSON, and do nothing to a terminal.
    resultTo.write(`${shownText(JSON.stringify(result))}\n`);
  } catch (error) {
    const explained = explainCommandError(error);
    throw explained === undefined ? error : new ConfigError(explained);
  }
}
