import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ROOT, StepFailed } from '../run-program.mjs';
import { build } from './build.mjs';

/** npm installs the packages of the lock only when every workspace that it names is there. */
const WORKSPACES = ['packages/hl7', 'packages/contract', 'packages/client', 'apps/server', 'apps/web', 'bench', 'e2e'];
const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc', ...WORKSPACES.map((path) => `${path}/package.json`)];

/** What the server runs, and what its operator reads. */
const BUILT = ['packages/hl7/dist', 'packages/contract/dist', 'apps/server/dist', 'apps/web/dist'];
const TO_READ = ['LICENSE', 'CHANGELOG.md', 'docs', 'deploy'];

/** Parts of a build that run nowhere but in tests, and types. */
const FOR_BUILDING =
  /(?:^|\/)testing(?:\/|$)|[.]test[.]|[.]cases[.]|[.]d[.]ts(?:[.]map)?$|[.]tsbuildinfo$|\/[.]built-from$/;

/** Installed although nothing that runs needs them: a library of the server names the compiler as an optional peer. */
const NOT_RUN = ['.bin', '.package-lock.json', 'typescript', '@typescript', '@wardvoice/client', '@wardvoice/server'];
const LEFT_OVER = ['packages/client', 'apps/web/package.json', 'bench', 'e2e', 'package-lock.json', '.npmrc'];

/**
 * Makes what is installed on a production machine: the built server and screens with the packages that they run with, and no
 * compiler and no tests. Node is not in it. `--folder PATH` leaves it there, as the image is made; otherwise it becomes a tarball
 * in dist/, for machines with this operating system and processor, because two of its packages have native parts.
 * @param {string[]} args
 */
export async function makePackage(args) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const name = `wardvoice-${version}-${process.platform}-${process.arch}`;
  const [option, folder, ...rest] = args;
  if (rest.length > 0 || (option !== undefined && (option !== '--folder' || !folder))) {
    process.stderr.write('npm run package [-- --folder PATH]\n');
    return 2;
  }
  if (folder && existsSync(folder) && readdirSync(folder).length > 0) {
    process.stderr.write(`${folder} is not empty: name a new folder.\n`);
    return 1;
  }
  await build();
  const staged = folder ? resolve(folder) : join(ROOT, '.cache/package', name);
  stage(staged, version);
  if (folder) return 0;
  const tarball = join(ROOT, 'dist', `${name}.tar.gz`);
  mkdirSync(dirname(tarball), { recursive: true });
  pack(staged, tarball);
  process.stdout.write(`${tarball}\n`);
  return 0;
}

/** Puts the package together in an empty folder. */
function stage(folder, version) {
  rmSync(folder, { recursive: true, force: true });
  for (const path of MANIFESTS) copy(path, folder);
  run('npm', ['ci', '--omit=dev', '--workspace=@wardvoice/server', '--prefer-offline', '--loglevel=error'], folder);
  const surplus = [...NOT_RUN.map((name) => `node_modules/${name}`), ...LEFT_OVER];
  for (const path of surplus) rmSync(join(folder, path), { recursive: true, force: true });
  for (const path of [...BUILT, ...TO_READ]) copy(path, folder);
  copy('deploy/bin', folder, 'bin');
  rmSync(join(folder, 'deploy/bin'), { recursive: true });
  const { name, license, type, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, private: true, license, type, engines }, null, 2)}\n`,
  );
  writeFileSync(join(folder, 'sbom.cdx.json'), run('npm', ['run', '-s', 'sbom'], ROOT));
}

const copy = (path, folder, as = path) =>
  cpSync(join(ROOT, path), join(folder, as), {
    recursive: true,
    filter: (source) => !FOR_BUILDING.test(source.slice(ROOT.length)),
  });

/** Files of a package belong to root wherever it is unpacked by root, and come in the order of their names. */
function pack(folder, tarball) {
  const owner = process.platform === 'linux' ? ['--sort=name', '--owner=0', '--group=0', '--numeric-owner'] : [];
  run('tar', [...owner, '-czf', tarball, '-C', dirname(folder), basename(folder)], ROOT);
}

/** Runs a program to its end, and returns what it wrote. npm says what it cannot do by itself. */
function run(program, args, cwd) {
  const npm = process.env['npm_execpath'];
  const [file, ...first] = program === 'npm' && npm ? [process.execPath, npm] : [program];
  const { status, error, stdout } = spawnSync(file, [...first, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32' && file === 'npm',
  });
  if (error) process.stderr.write(`${program} could not be run (${error.message}).\n`);
  if (status !== 0) throw new StepFailed(status ?? 1);
  return stdout;
}
