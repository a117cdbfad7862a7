import { readConfig, WrongSettings } from '../platform/config/config.ts';
import { explainStartFailure } from '../process/start-failure.ts';
import { ACCOUNT } from './account-command.ts';
import { AUDIT } from './audit-command.ts';
import { BACKUP } from './backup-command.ts';
import { CHECK } from './check-command.ts';
import { CODE } from './code/code-command.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { EDGE } from './edge-command.ts';
import { EVALUATE } from './evaluate-command.ts';
import { EVENTS } from './events/events-command.ts';
import { EXPORT } from './export-command.ts';
import { FORGET } from './forget-command.ts';
import { IMPORT } from './import/import-command.ts';
import { LOGIN, LOGOUT, WHOAMI } from './login/login-command.ts';
import { MCP } from './mcp/mcp-command.ts';
import { MIGRATE } from './migrate-command.ts';
import { RESTORE } from './restore-command.ts';
import { SERVE } from './serve-command.ts';
import { SSO } from './sso-command.ts';
import { USER } from './user-command.ts';
import { VERSION_COMMAND } from './version-command.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: SERVE,
  migrate: MIGRATE,
  mcp: MCP,
  edge: EDGE,
  evaluate: EVALUATE,
  export: EXPORT,
  import: IMPORT,
  events: EVENTS,
  backup: BACKUP,
  restore: RESTORE,
  account: ACCOUNT,
  sso: SSO,
  audit: AUDIT,
  check: CHECK,
  code: CODE,
  version: VERSION_COMMAND,
  forget: FORGET,
  login: LOGIN,
  logout: LOGOUT,
  whoami: WHOAMI,
  user: USER,
};

// As of `comporta export | head`: the reader has gone, and needs no stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
});
try {
  await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = isWrongCall(error) ? 2 : error instanceof CommandFailure ? error.exitCode : 1;
  process.stderr.write(`${sentenceOf(error)}\n`);
}

async function main([given = 'serve', ...args]: readonly string[]): Promise<void> {
  const name = given === '--version' || given === '-v' ? 'version' : given;
  if (name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(helpOn(args[0]));
    return;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new CommandFailure(`comporta has no command ${name}; see comporta help`, 2);
  }
  if (args.includes('--help') || args.includes('-h')) process.stdout.write(helpOn(name));
  else await command.run(args, readConfig);
}

function helpOn(name: string | undefined): string {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return `${command.summary}\n\nUsage: comporta ${command.usage}\n`;
  const names = Object.entries(COMMANDS).map(
    ([known, { summary }]) => `  ${known.padEnd(10)}${summary}`,
  );
  return [
    'Usage: comporta [command] [options]',
    '',
    ...names,
    '',
    'comporta help COMMAND describes a command. Without a command, comporta starts the service. Settings are environment variables.',
    'Exit codes: 0 success, 1 failure, 2 wrong usage, 3 approval required, 78 no database in DATA_DIR, or (serve and edge) a wrong setting, a refused key or tables of a newer release.',
    '',
  ].join('\n');
}

/** The error message: one line, or one line for each wrong setting. */
function sentenceOf(error: unknown): string {
  if (error instanceof CommandFailure) return error.message.replaceAll('\n', ' ');
  if (error instanceof WrongSettings) return error.message;
  if (isWrongCall(error)) return `${error.message.replaceAll('\n', ' ')} See comporta help.`;
  return explainStartFailure(error).replace('Comporta did not start', 'comporta failed');
}

/** True for the errors that util.parseArgs throws. */
function isWrongCall(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ERR_PARSE_ARGS')
  );
}
