import { readFileSync } from 'node:fs';
import { describeCommands, readCommandLine, UsageProblem, type CommandLine } from './operator/command-line.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The operator's command. The exit code is 2 when the command line is wrong, and 1 when the command failed. */
async function main(): Promise<void> {
  const line = readCommandLine(process.argv.slice(2));
  switch (line.kind) {
    case 'help':
      process.stdout.write(describeCommands(line.command));
      return;
    case 'version':
      process.stdout.write(`wardvoice ${version}\n`);
      return;
    case 'command':
      await run(line);
  }
}

/** A command that is interrupted ends what it has started: exit handlers run, which they do not when a signal ends the process. */
function endOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => process.exit(code));
}

async function run({ command, words, values }: Extract<CommandLine, { kind: 'command' }>): Promise<void> {
  const text = (name: string): string | null => {
    const value = values[name];
    return typeof value === 'string' ? value : null;
  };
  // The server stops in order by itself.
  if (command !== 'serve') endOnSignals();
  switch (command) {
    case 'serve': {
      process.argv.splice(2);
      await import('./main.ts');
      return;
    }
    case 'doctor': {
      const { examine } = await import('./operator/doctor.ts');
      if (!(await examine())) process.exitCode = 1;
      return;
    }
    case 'migrate': {
      if (values['plan'] === true) await (await import('./operator/plan-migrations.ts')).sayMigrationPlan();
      else await (await import('./operator/look-after-backups.ts')).migrateNow();
      return;
    }
    case 'backup': {
      await (await import('./operator/look-after-backups.ts')).makeBackupNow(text('to'), version);
      return;
    }
    case 'verify': {
      const [from, name, at] = [text('from'), text('name'), text('at')];
      if (at !== null) await (await import('./operator/restore-to-time.ts')).verifyRestore({ from, at, name });
      else await (await import('./operator/look-after-backups.ts')).verifyBackup(from, name);
      return;
    }
    case 'restore': {
      const [from, name, at, replaces] = [text('from'), text('name'), text('at'), values['replace'] === true];
      if (at !== null)
        await (await import('./operator/restore-to-time.ts')).restoreToTimeNow({ from, at, name }, replaces);
      else await (await import('./operator/look-after-backups.ts')).restoreNow({ from, name, replaces });
      return;
    }
    case 'admin': {
      const { resetAccount } = await import('./operator/reset-account.ts');
      await resetAccount(words[1] ?? '', values['two-step'] === true);
      return;
    }
    case 'keys': {
      const { changeKeys } = await import('./operator/change-keys.ts');
      const [action = 'list', name = null] = words;
      await changeKeys(action as Parameters<typeof changeKeys>[0], name);
    }
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageProblem ? 2 : 1;
});
