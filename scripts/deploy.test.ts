import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { listSettings, readConfig } from '../apps/server/src/config.ts';
import { ROOT } from './run-program.mjs';

const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8');
const settings = listSettings();
const unknownOf = (names: Iterable<string>) => [...names].filter((name) => !settings.has(name));

/** The server's own stop ends within 28 seconds; whoever kills it earlier cuts it off. */
const STOP_SECONDS = 28;

/** What an operator has to fill in. */
const FILLED = {
  WARDVOICE_NAME: 'feedback.hospital.example',
  DATABASE_URL: 'postgres://wardvoice:secret@db1:5432,db2:5432,db3:5432/wardvoice?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgres://wardvoice_owner:secret@db1:5432,db2:5432,db3:5432/wardvoice?sslmode=verify-full',
  DATABASE_PASSWORD: 'secret',
  DATABASE_OWNER_PASSWORD: 'secret',
  POSTGRES_PASSWORD: 'secret',
  SECRET_KEY: 's'.repeat(43),
  BACKUP_URL: 's3://key:secret@bucket/wardvoice?region=eu-west-1',
  BACKUP_KEY: 'b'.repeat(43),
  MLLP_ALLOW: '10.20.0.5',
  OIDC_ISSUER: 'https://login.hospital.example',
  OIDC_CLIENT_ID: 'wardvoice',
  OIDC_CLIENT_SECRET: 'secret',
};

/** Certificates are not here; the server would say so. */
const withoutFiles = (environment: Record<string, string>) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/_TLS_(?:CERT|KEY|CA)$/.test(name)));

const problemsOf = (environment: Record<string, string>): string[] => {
  const result = readConfig(withoutFiles(environment));
  return result.ok ? [] : result.problems;
};

describe('a unit of systemd', () => {
  /** Returns the settings of a unit by section and name. A name may be there twice only where systemd adds them up. */
  function readUnit(name: string): Map<string, string> {
    const found = new Map<string, string>();
    let section = '';
    for (const line of read(`systemd/${name}`).split('\n')) {
      if (/^(?:#|$)/.test(line)) continue;
      const [, title] = /^\[(\w+)\]$/.exec(line) ?? [];
      if (title) {
        section = title;
        continue;
      }
      const [, key = '', value = ''] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
      expect([line, key]).not.toEqual([line, '']);
      expect(found.has(`${section}.${key}`)).toBe(false);
      found.set(`${section}.${key}`, value);
    }
    return found;
  }

  it.each(['wardvoice.service', 'wardvoice@.service'])('%s gives the server nothing that it does not need', (name) => {
    const unit = readUnit(name);
    const service = (key: string) => unit.get(`Service.${key}`);
    const yes = ['NoNewPrivileges', 'PrivateTmp', 'PrivateDevices', 'ProtectHome', 'ProtectKernelModules'];
    expect(yes.map(service)).toEqual(yes.map(() => 'yes'));
    expect([service('ProtectSystem'), service('CapabilityBoundingSet')]).toEqual(['strict', '']);
    // V8 would not start with it.
    expect(service('MemoryDenyWriteExecute')).toBeUndefined();
    expect([service('User'), service('Restart')]).toEqual(['wardvoice', 'always']);
    expect(Number(service('TimeoutStopSec'))).toBeGreaterThan(STOP_SECONDS);
    expect(service('ExecStart')).toBe('/opt/wardvoice/current/bin/wardvoice serve');
    const given = (service('Environment') ?? '').split(' ').filter(Boolean);
    expect(unknownOf(given.map((one) => one.split('=')[0] ?? ''))).toEqual([]);
  });

  it('has an example of its settings, in which the server finds nothing wrong, also in what is commented out', () => {
    const text = read('systemd/env.example');
    const all = text.replace(/^#([A-Z_]+=)/gm, '$1');
    const given = { ...parseEnv(all), SECRET_KEY: FILLED.SECRET_KEY, BACKUP_KEY: FILLED.BACKUP_KEY };
    expect(unknownOf(Object.keys(given))).toEqual([]);
    expect(problemsOf({ ...given, OIDC_CLIENT_SECRET: 'secret', SMTP_OAUTH_CLIENT_SECRET: 'secret' })).toEqual([]);
    expect(problemsOf(parseEnv(text) as Record<string, string>)).toEqual([]);
  });
});

describe('a compose file', () => {
  const serviceShape = z.object({
    image: z.string(),
    environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
    ports: z.array(z.string()).default([]),
    stop_grace_period: z.string().optional(),
    networks: z.unknown().optional(),
    read_only: z.boolean().optional(),
    cap_drop: z.array(z.string()).optional(),
  });

  /** Puts in variables as compose does. Throws at one that has to be given and is not. */
  const fill = (text: string): string =>
    text.replace(/(?<!\$)\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, rest = '') => {
      const value = (FILLED as Record<string, string>)[name];
      if (value !== undefined) return value;
      if (kind === '?') throw new Error(`${name} has no example: ${rest}`);
      return rest;
    });

  const servicesOf = (file: string) => {
    const tree: unknown = parse(read(`compose/${file}`), { merge: true });
    const filled: unknown = JSON.parse(JSON.stringify(tree), (_key, value: unknown) =>
      typeof value === 'string' ? fill(value) : value,
    );
    return Object.entries(z.object({ services: z.record(z.string(), serviceShape) }).parse(filled).services);
  };
  const FILES = ['one-machine.yaml', 'three-machines/compose.yaml'];

  it.each(FILES)('%s gives the server settings that it has, and in which it finds nothing wrong', (file) => {
    const ours = servicesOf(file).filter(([, { image }]) => image.startsWith('wardvoice:'));
    expect(ours.length).toBeGreaterThan(0);
    for (const [name, { environment, ...service }] of ours) {
      const given = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, String(value)]));
      expect([name, unknownOf(Object.keys(given))]).toEqual([name, []]);
      expect([name, problemsOf(given)]).toEqual([name, []]);
      expect(Number.parseInt(service.stop_grace_period ?? '0', 10)).toBeGreaterThan(STOP_SECONDS);
      expect([service.read_only, service.cap_drop]).toEqual([true, ['ALL']]);
    }
  });

  it.each(FILES)('%s believes its proxy, which alone reaches the screens, and nobody else', (file) => {
    const services = new Map(servicesOf(file));
    const proxy = z.object({ inside: z.object({ ipv4_address: z.string() }) }).parse(services.get('proxy')?.networks)
      .inside.ipv4_address;
    const [web] = [...services.values()].filter(({ environment }) => 'TRUST_PROXY' in environment);
    expect(web?.environment['TRUST_PROXY']).toBe(proxy);
    expect(web?.environment['PUBLIC_URL']).toBe('https://feedback.hospital.example');
    expect([...services.values()].flatMap(({ ports }) => ports).filter((port) => port.endsWith(':3000'))).toEqual([]);
  });

  it('for three machines has a process for each role, and only the migration knows the owner of the tables', () => {
    const services = servicesOf('three-machines/compose.yaml');
    const roles = services.flatMap(([, { environment }]) => environment['ROLES'] ?? []);
    expect(roles).toEqual(['web', 'mllp', 'worker']);
    const owners = services.filter(([, { environment }]) => 'DATABASE_OWNER_URL' in environment);
    expect(owners.map(([name]) => name)).toEqual(['migrate']);
  });
});

describe('the chart for Kubernetes', () => {
  const values: unknown = parse(read('helm/wardvoice/values.yaml'));
  const templates = readdirSync(join(ROOT, 'deploy/helm/wardvoice/templates')).map((name) =>
    read(`helm/wardvoice/templates/${name}`),
  );
  const validate = new Ajv({ strict: true, strictRequired: false }).compile(
    JSON.parse(read('helm/wardvoice/values.schema.json')),
  );

  it('has values that fit their schema, which refuses others', () => {
    expect([validate(values), validate.errors]).toEqual([true, null]);
    const changed = (change: object) => validate({ ...z.record(z.string(), z.unknown()).parse(values), ...change });
    expect(changed({ publicUrl: 'http://feedback.hospital.example' })).toBe(false);
    expect(changed({ publicUlr: 'https://feedback.hospital.example' })).toBe(false);
    expect(changed({ settings: { ROLES: 'web' } })).toBe(false);
    expect(changed({ publicUrl: 'https://www.hospital.example/wardvoice' })).toBe(true);
  });

  it('reads only values that there are, and uses all of them', () => {
    const paths = templates.flatMap((text) =>
      [...text.matchAll(/(?:\$|\.)(?:V|v)alues\.([\w.]+)/g)].map(([, path]) => path ?? ''),
    );
    const valueAt = (path: string) =>
      path.split('.').reduce<unknown>((at, name) => z.record(z.string(), z.unknown()).parse(at)[name], values);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => valueAt(path) === undefined)).toEqual([]);
    const named = new Set(paths.map((path) => path.split('.')[0] ?? ''));
    // The templates go through the processes by their roles.
    const roles = ['web', 'mllp', 'worker'];
    expect(
      Object.keys(z.object({}).loose().parse(values)).filter((name) => !named.has(name) && !roles.includes(name)),
    ).toEqual([]);
  });

  it('gives the server settings that it has, and is of its version', () => {
    const names = templates.flatMap((text) => [
      ...[...text.matchAll(/- name: ([A-Z][A-Z_]+)$/gm)].map(([, name]) => name ?? ''),
      ...[...text.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name ?? ''),
    ]);
    expect(names).toEqual(expect.arrayContaining(['ROLES', 'MLLP_TLS_CA', 'PUBLIC_URL', 'METRICS_PORT']));
    const ofValues = z.object({ settings: z.record(z.string(), z.string()) }).parse(values).settings;
    const inWords = read('helm/wardvoice/README.md') + read('helm/wardvoice/values.yaml');
    const ofSecrets = [...inWords.matchAll(/(?:from-literal=|# ?| )([A-Z]+_(?:URL|KEY|SECRET|PASSWORD|ISSUER|ID))\b/g)];
    expect(unknownOf([...names, ...Object.keys(ofValues), ...ofSecrets.map(([, name]) => name ?? '')])).toEqual([]);
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    expect(parse(read('helm/wardvoice/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  it('waits until a process has stopped by itself', () => {
    const [, seconds] = /terminationGracePeriodSeconds: (\d+)/.exec(templates.join('\n')) ?? [];
    expect(Number(seconds)).toBeGreaterThan(STOP_SECONDS);
  });
});

describe('a reverse proxy', () => {
  const nginx = readdirSync(join(ROOT, 'deploy/nginx'));

  it.each(nginx)('nginx with %s passes on who calls, and logs no address of a patient’s link', (name) => {
    const text = read(`nginx/${name}`);
    expect(text).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;');
    expect(text).toContain('proxy_set_header X-Forwarded-Proto $scheme;');
    const [, format = ''] = /log_format wardvoice '(.*)';/.exec(text) ?? [];
    expect(format).toContain('$status');
    expect(format).not.toMatch(/\$(?:request(?:_uri)?|uri|args|http_referer)\b(?!_)/);
    expect(text.match(/access_log [^;]+;/g)?.every((line) => /access_log off;| wardvoice;$/.test(line))).toBe(true);
  });

  it('is understood by nginx, where it is installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wardvoice-nginx-'));
    const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=wardvoice'];
    spawnSync('openssl', [...certificate, '-keyout', 'key.pem', '-out', 'cert.pem'], { cwd: folder });
    for (const name of nginx) {
      const text = read(`nginx/${name}`)
        .replace(/ssl_certificate .*;/g, `ssl_certificate ${folder}/cert.pem;`)
        .replace(/ssl_certificate_key .*;/g, `ssl_certificate_key ${folder}/key.pem;`)
        .replaceAll('/var/log/nginx', folder);
      writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\nevents {}\nhttp {\n${text}}\n`);
      const checked = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')], {
        encoding: 'utf8',
      });
      if (checked.error) break;
      expect({ status: checked.status, said: checked.stderr }).toMatchObject({ status: 0 });
    }
    rmSync(folder, { recursive: true });
  });
});
