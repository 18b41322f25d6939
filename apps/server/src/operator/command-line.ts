import { parseArgs } from 'node:util';
import { findNearest } from '../find-nearest.ts';

/** The command line is wrong. The message is one line; the exit code is 2. */
export class UsageProblem extends Error {
  override name = 'UsageProblem';
}

interface CommandDescription {
  /** What follows the name of the command. */
  usage: string;
  summary: string;
  options: Readonly<Record<string, { type: 'boolean' | 'string'; help: string }>>;
  /** The words that may follow; a function of what was given returns what is wrong, or null. */
  words: (given: readonly string[]) => string | null;
  /** Further lines of its help. */
  more: readonly string[];
}

const none = ([first]: readonly string[]) => (first === undefined ? null : `has no argument "${first}"`);

/** Every command, in the order of its life. */
export const COMMANDS = {
  serve: {
    usage: '',
    summary: 'start the server; npm start does the same',
    options: {},
    words: none,
    more: ['Settings are read from the environment and from .env; docs/operations.md names all of them.'],
  },
  doctor: {
    usage: '',
    summary: 'check the settings, the database, the keys, the disk and the backups, and say what to do',
    options: {},
    words: none,
    more: ['Each line begins with good, warn or bad. The exit code is 1 when one is bad.'],
  },
  migrate: {
    usage: '[--plan]',
    summary: 'bring the tables up to this version, which a start does by itself',
    options: { plan: { type: 'boolean', help: 'list what would run, and run nothing' } },
    words: none,
    more: [],
  },
  backup: {
    usage: '[--to PLACE]',
    summary: 'make a backup now, while the server goes on, and verify it',
    options: { to: { type: 'string', help: 'a folder, or s3://BUCKET/…; else BACKUP_URL' } },
    words: none,
    more: ['It is encrypted with BACKUP_KEY, else with the secret key. Keep that key elsewhere.'],
  },
  verify: {
    usage: '[--from PLACE] [--name NAME] [--at MOMENT]',
    summary: 'restore a backup into a database that is thrown away, or else read all of it, and compare',
    options: {
      from: { type: 'string', help: 'a folder, or s3://BUCKET/…; else BACKUP_URL' },
      name: { type: 'string', help: 'which backup, or with --at which log; else the newest' },
      at: {
        type: 'string',
        help: 'restores a moment from the log, reads all of it, and removes it: latest, or a time',
      },
    },
    words: none,
    more: [],
  },
  restore: {
    usage: '[--from PLACE] [--name NAME] [--at MOMENT] [--replace]',
    summary: 'fill the empty database of DATABASE_URL, or of DATA_DIR, from a backup, and hold all sending',
    options: {
      from: { type: 'string', help: 'a folder, or s3://BUCKET/…; else BACKUP_URL' },
      name: { type: 'string', help: 'which backup, or with --at which log; else the newest' },
      at: {
        type: 'string',
        help: 'a moment, from the log of DATA_DIR’s own database: latest, or 2026-11-24T10:15:00Z',
      },
      replace: { type: 'boolean', help: 'remove for good what is in the database; with --at, move it aside' },
    },
    words: none,
    more: ['Stop all processes of the server first. Nothing is sent afterwards until a superuser releases it.'],
  },
  admin: {
    usage: 'reset EMAIL [--two-step]',
    summary: 'set a new password for an account, which is printed once, and end its sessions',
    options: { 'two-step': { type: 'boolean', help: 'take away authenticator and passkeys, too' } },
    words: ([what, email, ...rest]) => {
      if (what !== 'reset') return 'needs the word reset: wardvoice admin reset EMAIL';
      if (!email?.includes('@')) return 'reset needs an e-mail address';
      return rest.length > 0 ? `reset has no argument "${rest.join(' ')}"` : null;
    },
    more: [],
  },
  keys: {
    usage: '[rotate | retire [NAME] | start-over]',
    summary: 'list the keys by their names and what needs them, or replace them',
    options: {},
    words: ([action = 'list', name, ...rest]) => {
      if (!['list', 'rotate', 'retire', 'start-over'].includes(action)) return `has no argument "${action}"`;
      const surplus = action === 'retire' ? rest[0] : (name ?? rest[0]);
      return surplus === undefined ? null : `${action} has no argument "${surplus}"`;
    },
    more: ['docs/operations.md, "Changing the key", says which of them is for what.'],
  },
} as const satisfies Record<string, CommandDescription>;

export type CommandName = keyof typeof COMMANDS;

export type CommandLine =
  | { kind: 'help'; command: CommandName | null }
  | { kind: 'version' }
  | { kind: 'command'; command: CommandName; words: string[]; values: Readonly<Record<string, string | boolean>> };

const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

/** Reads the arguments. Throws UsageProblem when something in them is not known. */
export function readCommandLine(given: readonly string[]): CommandLine {
  const [name, ...rest] = given;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const about = name === 'help' ? rest[0] : undefined;
    if (about !== undefined && !isCommand(about)) throw new UsageProblem(describeUnknown(about));
    return { kind: 'help', command: about ?? null };
  }
  if (name === '--version' || name === '-v') return { kind: 'version' };
  if (!isCommand(name)) throw new UsageProblem(describeUnknown(name));
  const { options, words: check }: CommandDescription = COMMANDS[name];
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', command: name };
  const { values, positionals } = parse(name, rest, options);
  const wrong = check(positionals);
  if (wrong !== null) throw new UsageProblem(`wardvoice ${name} ${wrong}. ${seeHelp(name)}`);
  return { kind: 'command', command: name, words: positionals, values };
}

function parse(name: CommandName, args: string[], options: CommandDescription['options']) {
  for (const option of args.filter((word) => word.startsWith('--'))) {
    const bare = option.slice(2).split('=')[0] ?? '';
    if (Object.hasOwn(options, bare)) continue;
    const meant = findNearest(bare, Object.keys(options));
    throw new UsageProblem(
      `wardvoice ${name} has no option --${bare}${meant ? `: did you mean --${meant}?` : '.'} ${seeHelp(name)}`,
    );
  }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Record<string, string | boolean>, positionals };
  } catch {
    throw new UsageProblem(`wardvoice ${name} ${COMMANDS[name].usage} was expected. ${seeHelp(name)}`);
  }
}

const seeHelp = (name: string): string => `See wardvoice ${name} --help.`;

function describeUnknown(name: string): string {
  const meant = findNearest(name, Object.keys(COMMANDS));
  const known = meant ? `did you mean ${meant}?` : `say one of ${Object.keys(COMMANDS).join(', ')}.`;
  return `There is no command "${name}": ${known}`;
}

/** What stands for the value of an option in its help. */
const VALUES: Readonly<Record<string, string>> = { name: 'NAME', at: 'MOMENT' };

/** Returns the help of a command, or of all. */
export function describeCommands(command: CommandName | null): string {
  if (command === null)
    return [
      'wardvoice COMMAND: runs Wardvoice and looks after it',
      '',
      ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`),
      '',
      '  --help, after a command for its own · --version',
      '',
    ].join('\n');
  const { usage, summary, options, more }: CommandDescription = COMMANDS[command];
  const listed = Object.entries(options).map(([name, { type, help }]) => {
    const shown = type === 'string' ? `--${name} ${VALUES[name] ?? 'PLACE'}` : `--${name}`;
    return `  ${shown.padEnd(14)} ${help}`;
  });
  const blocks = [[`wardvoice ${command} ${usage}`.trimEnd(), `  ${summary}`], listed, [...more]];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
