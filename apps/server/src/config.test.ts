import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Config, loadEnvironment, readConfig, withPort } from './config.ts';
import { findMeantSetting, listUnknown } from './unknown-settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-config-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function configOf(environment: Record<string, string>): Config {
  const result = readConfig(environment);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
}

function problemsOf(environment: Record<string, string>): string[] {
  const result = readConfig(environment);
  return result.ok ? [] : result.problems;
}

describe('settings', () => {
  it('need not be given at all: everything has a sensible value for one machine', () => {
    const config = configOf({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      mllp: {
        host: '127.0.0.1',
        port: 2575,
        tls: null,
        limits: { maxConnections: 1_000, maxPerPeer: 500, idleSeconds: 86_400, allow: [] },
      },
      databaseUrl: null,
      databaseOwnerUrl: null,
      admin: null,
      secretKey: null,
      secretKeyBefore: null,
      smtpUrl: null,
      smsUrl: null,
      pushAllowPrivate: false,
      auditAnchor: null,
      logLevel: 'info',
      oidc: [],
      ehrs: [],
      registration: false,
    });
    expect([...config.roles]).toEqual(['web', 'mllp', 'worker']);
    expect(config.dataDir).toBe(join(process.cwd(), 'data'));
  });

  it('that are empty count as not given, as compose files write them', () => {
    expect(configOf({ PORT: '', DATABASE_URL: ' ', SMTP_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  it('may split the work over processes', () => {
    expect([...configOf({ ROLES: 'worker, mllp' }).roles]).toEqual(['mllp', 'worker']);
  });

  it('limit the connections of senders', () => {
    const limits = {
      MLLP_MAX_CONNECTIONS: '50',
      MLLP_MAX_PER_PEER: '2',
      MLLP_IDLE_SECONDS: '0',
      MLLP_ALLOW: 'loopback, 10.0.0.0/8',
    };
    expect(configOf(limits).mllp.limits).toEqual({
      maxConnections: 50,
      maxPerPeer: 2,
      idleSeconds: null,
      allow: ['loopback', '10.0.0.0/8'],
    });
  });

  it('take every kind of gateway address, with a telephone number as the Twilio sender', () => {
    for (const url of [
      'twilio://AC1:token@+35315550100',
      'smpp://user:pass@sms.example:2775',
      'https://sms.example/send',
    ]) {
      expect(configOf({ SMS_URL: url }).smsUrl).toBe(url);
    }
    expect(configOf({ SMTP_URL: 'smtps://mail.example' }).smtpUrl).toBe('smtps://mail.example');
  });

  it('name a public address that can be opened when listening on every interface', () => {
    expect(configOf({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(configOf({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
    expect(configOf({ PUBLIC_URL: 'https://ask.example/' }).publicUrl).toBe('https://ask.example');
  });

  it('let the public address follow a port the system chose, unless one was given', () => {
    expect(withPort(configOf({ PORT: '0' }), 4711).publicUrl).toBe('http://127.0.0.1:4711');
    const behindProxy = configOf({ PORT: '0', PUBLIC_URL: 'https://ask.example' });
    expect(withPort(behindProxy, 4711)).toMatchObject({ port: 4711, publicUrl: 'https://ask.example' });
  });
});

describe('traces', () => {
  it('are made where a collector is named, with its headers', () => {
    expect(configOf({}).tracing).toBeNull();
    const given = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.hospital.example:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20one%3Dtwo, x-site=north',
      OTEL_TRACES_SAMPLER_ARG: '.25',
    };
    expect(configOf(given).tracing).toEqual({
      endpoint: 'https://collector.hospital.example:4318',
      headers: { authorization: 'Bearer one=two', 'x-site': 'north' },
      serviceName: 'wardvoice',
      share: 0.25,
    });
  });
});

describe('a wrong setting', () => {
  it.each([
    ['PORT', '80a', /^PORT "80a" is not a port: give a whole number from 0 to 65535\.$/],
    ['MLLP_PORT', '70000', /^MLLP_PORT "70000" is not a port/],
    ['MLLP_MAX_PER_PEER', '0', /^MLLP_MAX_PER_PEER "0" is not a whole number from 1 to 65535\.$/],
    ['MLLP_IDLE_SECONDS', '-1', /^MLLP_IDLE_SECONDS "-1" is not a whole number from 0 to 1728000\.$/],
    ['MLLP_ALLOW', '10.0.0.0/33', /^MLLP_ALLOW "10.0.0.0\/33" has a part that is no address/],
    ['HOST', 'http://here', /^HOST "http:\/\/here" is not a host name/],
    ['ROLES', 'web,cook', /^ROLES "web,cook" has an unknown part: give any of web,mllp,worker/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL "loud" is not a level: give one of fatal, error/],
    [
      'TRUST_PROXY',
      '10.0.0.0/8, proxy.local',
      /^TRUST_PROXY .* has a part that is no address, "proxy.local": give addresses/,
    ],
    ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY .* has a part that is no address, "10.0.0.0\/33"/],
    ['PUSH_ALLOW_PRIVATE', 'perhaps', /^PUSH_ALLOW_PRIVATE "perhaps" is neither on nor off: give 1 or 0\.$/],
    ['PUBLIC_URL', 'wardvoice', /^PUBLIC_URL is not an address this setting understands: write it like https:/],
    ['DATABASE_URL', 'mysql://db', /^DATABASE_URL is not an address .*postgres:\/\//],
    [
      'DATABASE_OWNER_URL',
      'postgres://owner@db/wardvoice',
      /^DATABASE_URL is missing: it goes with DATABASE_OWNER_URL/,
    ],
    ['SMTP_URL', 'mail.example', /^SMTP_URL is not an address .*smtp:\/\//],
    ['SMS_URL', 'pigeon://coop', /^SMS_URL is not an address .*twilio:\/\//],
    ['AUDIT_ANCHOR', 'anchors', /^AUDIT_ANCHOR "anchors" is not an absolute path: give a folder such as /],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', /^OTEL_TRACES_SAMPLER_ARG "1.5" is not a share: give a number from 0 to 1/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /^OTEL_EXPORTER_OTLP_ENDPOINT .*is not an address this setting/],
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      'token',
      /^OTEL_EXPORTER_OTLP_HEADERS is not understood: write it like authorization=/,
    ],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=%', /^OTEL_EXPORTER_OTLP_HEADERS is not understood/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=a%0d%0ab', /^OTEL_EXPORTER_OTLP_HEADERS is not understood/],
    ['SECRET_KEY', 'short', /^SECRET_KEY is too short: give at least 32/],
    ['SECRET_KEY_BEFORE', 'k'.repeat(32), /^SECRET_KEY is missing: it replaces SECRET_KEY_BEFORE/],
  ])('%s=%s is told in one line that says what to do', (name, value, line) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(line)]);
  });

  it('never shows a password in its line', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db' }).join()).not.toContain('hunter2');
  });

  it('does not hide the next one', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y' })).toHaveLength(2);
  });

  it('includes one whose partner is missing', () => {
    expect(problemsOf({ ADMIN_EMAIL: 'matron@example.org' })).toEqual([
      'ADMIN_PASSWORD is missing: it goes with ADMIN_EMAIL; set all of them, or none.',
    ]);
    expect(problemsOf({ OIDC_ISSUER: 'https://login.example' })).toHaveLength(2);
  });
});

describe('the ways of signing in that are accepted of a provider', () => {
  const OIDC = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'w', OIDC_CLIENT_SECRET: 's' };

  it('are names with spaces between them, and none by default', () => {
    expect(configOf({ ...OIDC, OIDC_ACR_VALUES: ' mfa  urn:example:two ' }).oidc[0]?.acrValues).toEqual([
      'mfa',
      'urn:example:two',
    ]);
    expect(configOf(OIDC).oidc[0]?.acrValues).toEqual([]);
  });

  it('need a provider', () => {
    expect(problemsOf({ OIDC_ACR_VALUES: 'mfa' })).toEqual([expect.stringMatching(/are missing: OIDC_ACR_VALUES/)]);
  });
});

describe('an identity provider of Microsoft', () => {
  const TENANT = '6babcaad-604b-40ac-a9d7-9fd97c0b779f';
  const at = (path: string) => ({
    OIDC_ISSUER: `https://login.microsoftonline.com/${path}`,
    OIDC_CLIENT_ID: 'w',
    OIDC_CLIENT_SECRET: 's',
  });

  it('is that of one organisation, with the claim whose address counts', () => {
    expect(configOf({ ...at(`${TENANT}/v2.0`), OIDC_EMAIL_CLAIM: 'preferred_username' }).oidc[0]?.emailClaim).toBe(
      'preferred_username',
    );
    expect(problemsOf({ ...at(`${TENANT}/v2.0`), OIDC_EMAIL_CLAIM: 'email upn' })).toEqual([
      'OIDC_EMAIL_CLAIM "email upn" is not the name of one claim: give one such as email, upn or preferred_username.',
    ]);
  });

  it.each(['common/v2.0', 'organizations/v2.0', 'consumers/v2.0', TENANT, '9188040D-6c67-4c5b-b112-36a304b66dad/v2.0'])(
    'is refused as %s, where anybody could claim an address or the issuer has another name',
    (path) => {
      expect(problemsOf(at(path))).toEqual([
        `OIDC_ISSUER "https://login.microsoftonline.com/${path}" does not name one organisation: ` +
          'write https://login.microsoftonline.com/TENANT-ID/v2.0.',
      ]);
    },
  );
});

describe('the format of an HTTP gateway of SMS', () => {
  const write = async (content: string) => {
    const path = join(folder, 'sms-gateway.json');
    await writeFile(path, content);
    return path;
  };

  it('is read from a file', async () => {
    const SMS_FORMAT = await write('{"send": {"form": {"to": "{{to}}", "message": "{{text}}"}}}');
    expect(configOf({ SMS_URL: 'https://gateway.example/send', SMS_FORMAT }).smsFormat?.send.form).toEqual({
      to: '{{to}}',
      message: '{{text}}',
    });
    expect(problemsOf({ SMS_URL: 'smpp://u:p@centre:2775', SMS_FORMAT })).toEqual([
      'SMS_FORMAT goes with an SMS_URL that begins with https://; set both, or leave it out.',
    ]);
  });

  it('is told when it cannot be used', async () => {
    const SMS_URL = 'https://gateway.example/send';
    const broken = await write('{"send": {}}');
    expect(problemsOf({ SMS_URL, SMS_FORMAT: broken })).toEqual([
      `SMS_FORMAT "${broken}" names a file that is not understood: send needs one of json and form.`,
    ]);
    expect(problemsOf({ SMS_URL, SMS_FORMAT: '/nowhere.json' })).toEqual([
      'SMS_FORMAT "/nowhere.json" names a file that cannot be read: check the path, and that this user may read it.',
    ]);
  });
});

describe('tokens for the mail server', () => {
  const TOKENS = {
    SMTP_URL: 'smtp://feedback%40hospital.example@smtp.office365.com:587',
    SMTP_OAUTH_TOKEN_URL: 'https://login.microsoftonline.com/t/oauth2/v2.0/token',
    SMTP_OAUTH_CLIENT_ID: 'wardvoice',
    SMTP_OAUTH_CLIENT_SECRET: 'secret',
  };

  it('take the place of a password, and are asked for as Microsoft wants them unless said otherwise', () => {
    expect(configOf(TOKENS).smtpTokens).toEqual({
      url: TOKENS.SMTP_OAUTH_TOKEN_URL,
      clientId: 'wardvoice',
      clientSecret: 'secret',
      scope: 'https://outlook.office365.com/.default',
    });
    expect(configOf({ ...TOKENS, SMTP_OAUTH_SCOPE: 'mail.send' }).smtpTokens?.scope).toBe('mail.send');
    expect(configOf({ SMTP_URL: TOKENS.SMTP_URL }).smtpTokens).toBeNull();
    // The connection is encrypted, or nothing is sent.
    expect(configOf(TOKENS).unencrypted).toEqual([]);
  });

  it.each([
    [
      { SMTP_OAUTH_CLIENT_SECRET: '' },
      'SMTP_OAUTH_CLIENT_SECRET is missing: it goes with SMTP_OAUTH_TOKEN_URL and SMTP_OAUTH_CLIENT_ID; set all of them, or none.',
    ],
    [
      { SMTP_URL: 'smtp://smtp.office365.com:587' },
      'SMTP_URL names no mailbox to sign in to with SMTP_OAUTH_TOKEN_URL: write it like smtp://feedback%40hospital.example@smtp.office365.com:587.',
    ],
    [
      { SMTP_OAUTH_TOKEN_URL: 'http://login.hospital.example/token' },
      'SMTP_OAUTH_TOKEN_URL would send the secret unencrypted: begin it with https://.',
    ],
  ])('are refused with a line that says what to do: %o', (change, line) => {
    expect(problemsOf({ ...TOKENS, ...change })).toEqual([line]);
  });
});

describe('the proxy of the hospital', () => {
  it('is read by the names that other programs use, also without its protocol', () => {
    expect(configOf({}).proxy).toBeNull();
    expect(configOf({ NO_PROXY: 'hospital.example' }).proxy).toBeNull();
    expect(configOf({ HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '.hospital.example' }).proxy).toEqual({
      https: 'http://proxy:3128',
      http: null,
      except: '.hospital.example',
    });
    expect(configOf({ HTTPS_PROXY: 'http://other', https_proxy: 'proxy:3128', http_proxy: 'proxy:80' }).proxy).toEqual({
      https: 'http://proxy:3128',
      http: 'http://proxy:80',
      except: '',
    });
  });

  it('is refused where it is no address of http, without its password', () => {
    expect(problemsOf({ HTTPS_PROXY: 'socks5://ward:secret@proxy' })).toEqual([
      'HTTPS_PROXY is not an address this setting understands: write it like http://proxy.hospital.example:3128.',
    ]);
  });
});

describe('record systems that open surveys', () => {
  const EHR = {
    EHR_ISSUER: 'https://ehr.hospital.example/fhir/r4/',
    EHR_CLIENT_ID: 'wardvoice',
    EHR_APPLICATION: '2',
    EHR_PATIENT_SYSTEM: 'urn:oid:2.16.840.1.113883.2.1.4.1',
  };

  it('are numbered, and their addresses have no slash at the end', () => {
    const more = { EHR_CLIENT_SECRET: 's', EHR_PATIENT_AUTHORITY: 'NHS', EHR_VISIT_SYSTEM: 'urn:oid:1.2.3' };
    expect(configOf({ ...EHR, ...more }).ehrs).toEqual([
      {
        number: 1,
        issuer: 'https://ehr.hospital.example/fhir/r4',
        clientId: 'wardvoice',
        clientSecret: 's',
        applicationId: 2,
        patientSystem: 'urn:oid:2.16.840.1.113883.2.1.4.1',
        patientAuthority: 'NHS',
        visitSystem: 'urn:oid:1.2.3',
      },
    ]);
    const none = { clientSecret: null, patientAuthority: null, visitSystem: null };
    expect(configOf(EHR).ehrs).toMatchObject([none]);
  });

  it.each([
    [
      { EHR_APPLICATION: '' },
      'EHR_APPLICATION is missing: it goes with EHR_ISSUER and EHR_CLIENT_ID and EHR_PATIENT_SYSTEM; set all of them, or none.',
    ],
    [
      { EHR_APPLICATION: 'harbour' },
      'EHR_APPLICATION "harbour" is not the id of an application: give the number in its address, such as 2.',
    ],
    [
      { EHR_PATIENT_SYSTEM: 'NHS' },
      'EHR_PATIENT_SYSTEM "NHS" is not the system of an identifier: give one such as urn:oid:2.16.840.1.113883.2.1.4.1.',
    ],
    [
      Object.fromEntries(Object.entries(EHR).map(([name, value]) => [name.replace('EHR_', 'EHR_2_'), value])),
      'EHR_2_ISSUER is that of EHR_ISSUER: give each EHR once.',
    ],
    [
      { EHR_3_PATIENT_AUTHORITY: 'NHS' },
      'EHR_3_ISSUER, EHR_3_CLIENT_ID, EHR_3_APPLICATION, EHR_3_PATIENT_SYSTEM are missing: EHR_3_PATIENT_AUTHORITY is about that EHR; set them, or leave it out.',
    ],
  ])('with %j are refused in a sentence', (more, sentence) => {
    expect(problemsOf({ ...EHR, ...more })).toEqual([sentence]);
  });
});

describe('several identity providers', () => {
  const FIRST = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'w', OIDC_CLIENT_SECRET: 's' };
  const SECOND = {
    OIDC_2_ISSUER: 'https://id.clinic.example/realms/staff',
    OIDC_2_CLIENT_ID: 'w2',
    OIDC_2_CLIENT_SECRET: 's2',
    OIDC_2_DOMAINS: 'Clinic.example, mail.clinic.example',
  };

  it('are numbered, and named for people to choose', () => {
    expect(configOf({ ...FIRST, ...SECOND, OIDC_NAME: 'Harbour Hospital', OIDC_2_ACR_VALUES: 'mfa' }).oidc).toEqual([
      {
        number: 1,
        name: 'Harbour Hospital',
        issuer: 'https://login.example',
        clientId: 'w',
        clientSecret: 's',
        acrValues: [],
        domains: null,
        emailClaim: null,
      },
      {
        number: 2,
        name: 'id.clinic.example',
        issuer: 'https://id.clinic.example/realms/staff',
        clientId: 'w2',
        clientSecret: 's2',
        acrValues: ['mfa'],
        domains: ['clinic.example', 'mail.clinic.example'],
        emailClaim: null,
      },
    ]);
  });

  it('keep their numbers when another one is left out', () => {
    expect(configOf(SECOND).oidc).toMatchObject([{ number: 2, name: null }]);
    expect(configOf({ ...SECOND, SINGLE_SIGN_ON_ONLY: '1' }).singleSignOnOnly).toBe(true);
  });

  it.each([
    [
      { OIDC_2_CLIENT_SECRET: '' },
      'OIDC_2_CLIENT_SECRET is missing: it goes with OIDC_2_ISSUER and OIDC_2_CLIENT_ID; set all of them, or none.',
    ],
    [
      { OIDC_2_ISSUER: 'login' },
      'OIDC_2_ISSUER "login" is not an address this setting understands: write it like https://login.hospital.example/realms/staff.',
    ],
    [{ OIDC_2_ISSUER: 'https://login.example/' }, 'OIDC_2_ISSUER is that of OIDC_ISSUER: give each provider once.'],
    [
      { OIDC_2_NAME: 'login.example' },
      'OIDC_2_NAME is missing, or that of another provider: people choose their sign-in by it.',
    ],
    [
      { OIDC_2_DOMAINS: '' },
      'OIDC_2_DOMAINS is missing: name the e-mail domains that this provider may speak for, such as clinic.example; otherwise it could claim accounts of people who sign in elsewhere.',
    ],
    [
      { OIDC_2_DOMAINS: '@clinic.example' },
      'OIDC_2_DOMAINS "@clinic.example" has a part that is no domain: give domains such as hospital.example,clinic.example.',
    ],
    [
      { OIDC_3_NAME: 'Clinic' },
      'OIDC_3_ISSUER, OIDC_3_CLIENT_ID, OIDC_3_CLIENT_SECRET are missing: OIDC_3_NAME is about that provider; set them, or leave it out.',
    ],
  ])('are refused with a line that says what to do: %o', (change, line) => {
    expect(problemsOf({ ...FIRST, ...SECOND, ...change })).toEqual([line]);
  });

  it('are known settings, up to the ninth', () => {
    const environment = { OIDC_9_ISSUER: 'x', OIDC_10_ISSUER: 'x', OIDC_2_ISUER: 'x' };
    expect(listUnknown(environment, join(folder, 'absent'))).toEqual(['OIDC_10_ISSUER', 'OIDC_2_ISUER']);
  });
});

describe('single sign-on only', () => {
  const OIDC = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'w', OIDC_CLIENT_SECRET: 's' };

  it('needs a provider: otherwise nobody could sign in', () => {
    expect(configOf({ SINGLE_SIGN_ON_ONLY: '1', ...OIDC }).singleSignOnOnly).toBe(true);
    expect(configOf(OIDC).singleSignOnOnly).toBe(false);
    expect(configOf({ SINGLE_SIGN_ON_ONLY: '0' }).singleSignOnOnly).toBe(false);
    expect(problemsOf({ SINGLE_SIGN_ON_ONLY: '1' })).toEqual([
      expect.stringMatching(/^OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET are missing: .*SINGLE_SIGN_ON_ONLY/),
    ]);
  });

  it('does not go with registering, which asks for a password', () => {
    expect(problemsOf({ SINGLE_SIGN_ON_ONLY: '1', REGISTRATION: '1', ...OIDC })).toEqual([
      expect.stringMatching(/^REGISTRATION asks for passwords/),
    ]);
  });
});

describe('the certificate of the listener', () => {
  it('is read when the server starts', async () => {
    const pem = join(folder, 'listener.pem');
    await writeFile(pem, '-----BEGIN CERTIFICATE-----\n');
    expect(configOf({ MLLP_TLS_CERT: pem, MLLP_TLS_KEY: pem }).mllp.tls).toEqual({
      cert: '-----BEGIN CERTIFICATE-----\n',
      key: '-----BEGIN CERTIFICATE-----\n',
      ca: null,
      files: { cert: { setting: 'MLLP_TLS_CERT', path: pem }, key: { setting: 'MLLP_TLS_KEY', path: pem }, ca: null },
    });
  });

  it('that cannot be read, or is something else, stops the start', async () => {
    const text = join(folder, 'notes.txt');
    await writeFile(text, 'not a certificate');
    const problems = problemsOf({ MLLP_TLS_CERT: join(folder, 'absent.pem'), MLLP_TLS_KEY: text });
    expect(problems[0]).toMatch(/^MLLP_TLS_CERT ".*absent\.pem" names a file that cannot be read/);
    expect(problems[1]).toMatch(/^MLLP_TLS_KEY is not a PEM file/);
  });
});

describe('the receiver of the audit', () => {
  it('is an address with a port, over TLS or not', () => {
    expect(configOf({}).auditSyslog).toBeNull();
    const receiver = configOf({ AUDIT_SYSLOG: 'tls://siem.hospital.example:6514' }).auditSyslog;
    expect(receiver).toEqual({ host: 'siem.hospital.example', port: 6514, tls: { ca: null } });
    expect(configOf({ AUDIT_SYSLOG: 'tcp://[::1]:601' }).auditSyslog).toEqual({ host: '::1', port: 601, tls: null });
  });

  it.each([
    'siem:6514',
    'tls://siem',
    'udp://siem:514',
    'tls://user:secret@siem:6514',
    'tcp://siem:601/path',
    'tls://',
  ])('is refused as %s, with what to write', (AUDIT_SYSLOG) => {
    expect(problemsOf({ AUDIT_SYSLOG })).toEqual([expect.stringMatching(/is not a receiver: write it with its port/)]);
  });

  it('has an authority of its own only with TLS', async () => {
    const ca = join(folder, 'siem-ca.pem');
    await writeFile(ca, '-----BEGIN CERTIFICATE-----\n');
    const given = { AUDIT_SYSLOG: 'tls://siem:6514', AUDIT_SYSLOG_CA: ca };
    expect(configOf(given).auditSyslog?.tls).toEqual({ ca: '-----BEGIN CERTIFICATE-----\n' });
    expect(problemsOf({ ...given, AUDIT_SYSLOG: 'tcp://siem:601' })).toEqual([
      expect.stringMatching(/^AUDIT_SYSLOG_CA goes with/),
    ]);
    expect(problemsOf({ AUDIT_SYSLOG_CA: ca })).toEqual([expect.stringMatching(/^AUDIT_SYSLOG_CA goes with/)]);
  });
});

it('the audit is kept for good, or for a year at least', () => {
  expect(configOf({}).auditRetentionDays).toBeNull();
  expect(configOf({ AUDIT_RETENTION_DAYS: '2555' }).auditRetentionDays).toBe(2555);
  expect(problemsOf({ AUDIT_RETENTION_DAYS: '30' })).toEqual([
    'AUDIT_RETENTION_DAYS "30" is not a whole number from 365 to 36500.',
  ]);
});

it('names below ours are left to themselves unless the hospital says that all of them have https', () => {
  expect(configOf({}).hstsSubDomains).toBe(false);
  expect(configOf({ HSTS_SUBDOMAINS: '1' }).hstsSubDomains).toBe(true);
});

describe('secrets in files', () => {
  it('are read without the line end, so that a vault may write them', async () => {
    const file = join(folder, 'smtp');
    await writeFile(file, 'smtps://user:pass@mail.hospital.example\n');
    expect(configOf({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtps://user:pass@mail.hospital.example');
  });

  it('are refused where they cannot be used', async () => {
    const empty = join(folder, 'empty');
    await writeFile(empty, '\n');
    expect(
      problemsOf({
        SECRET_KEY_FILE: join(folder, 'absent'),
        SMS_URL_FILE: empty,
        SMTP_URL_FILE: empty,
        SMTP_URL: 'smtp://mail',
      }),
    ).toEqual([
      'SECRET_KEY_FILE names a file that cannot be read: check the path, and that this user may read it.',
      'SMTP_URL and SMTP_URL_FILE are both given: leave one of them out.',
      'SMS_URL_FILE names an empty file: write the secret into it, without quotes.',
    ]);
  });

  it('may be wrong as any value, which is not shown', async () => {
    const file = join(folder, 'key');
    await writeFile(file, 'too short');
    expect(problemsOf({ SECRET_KEY_FILE: file })).toEqual([expect.stringMatching(/^SECRET_KEY is too short/)]);
  });
});

describe('what is not encrypted', () => {
  const OPEN = {
    HOST: '0.0.0.0',
    MLLP_HOST: '::',
    PUBLIC_URL: 'http://feedback.hospital.example',
    DATABASE_URL: 'postgres://w:p@db.hospital.example/wardvoice?sslmode=no-verify',
    DATABASE_OWNER_URL: 'postgres://o:p@10.1.2.3/wardvoice',
    SMTP_URL: 'smtp://mail.hospital.example:587',
    SMS_URL: 'smpp://u:p@sms.example:2775?from=Hospital',
    ALARM_WEBHOOK_URL: 'http://on-call.hospital.example',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.hospital.example:4318',
    ALARM_WEBHOOK_SECRET: 'sixteen characters',
    AUDIT_SYSLOG: 'tcp://10.1.2.3:601',
  };

  it('is told, one line a connection, and refused where TLS is required', () => {
    const lines = configOf(OPEN).unencrypted;
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'PUBLIC_URL',
      'SMTP_URL',
      'SMS_URL',
      'DATABASE_URL',
      'DATABASE_OWNER_URL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'ALARM_WEBHOOK_URL',
      'AUDIT_SYSLOG',
      'HOST',
      'MLLP_HOST',
    ]);
    expect(problemsOf({ ...OPEN, REQUIRE_TLS: '1' })).toEqual(lines);
    expect(configOf({ ...OPEN, ROLES: 'worker' }).unencrypted).not.toContainEqual(
      expect.stringContaining('HOST opens'),
    );
  });

  it('is nothing on one machine, nor where all is encrypted', () => {
    const local = { PUBLIC_URL: 'http://localhost:3000', SMTP_URL: 'smtp://127.0.0.1:2525', HOST: '::1' };
    const socket = { DATABASE_URL: 'postgres://w@unused/wardvoice?host=/run/postgresql' };
    expect(configOf({ ...local, ...socket, REQUIRE_TLS: '1' }).unencrypted).toEqual([]);
    const encrypted = {
      PUBLIC_URL: 'https://feedback.hospital.example',
      DATABASE_URL: 'postgres://w:p@db.hospital.example/wardvoice?sslmode=verify-full',
      SMTP_URL: 'smtp://mail.hospital.example:587?requireTLS=true',
      SMS_URL: 'smpp://u:p@sms.example:2775?from=Hospital&tls=1',
      AUDIT_SYSLOG: 'tls://10.1.2.3:6514',
    };
    expect(configOf({ ...encrypted, REQUIRE_TLS: '1' })).toMatchObject({ requireTls: true, unencrypted: [] });
  });
});

describe('a .env file', () => {
  it('is read, and the real environment wins over it', async () => {
    const file = join(folder, '.env');
    await writeFile(file, 'WARDVOICE_TEST_ONLY="from file"\nPATH=nowhere\n');
    expect(loadEnvironment(file)).toMatchObject({ WARDVOICE_TEST_ONLY: 'from file', PATH: process.env['PATH'] });
  });

  it('need not exist', () => {
    expect(loadEnvironment(join(folder, 'absent'))).toEqual({ ...process.env });
  });
});

describe('settings that nobody reads', () => {
  it('are named when they look like ours, and whatever stands in the .env file', async () => {
    const file = join(folder, '.env');
    await writeFile(file, 'DATABASE_ULR=postgres://x\nMLLP_PORT=2575\nNODE_EXTRA_CA_CERTS=/x.pem\nhttps_proxy=x\n');
    const environment = {
      MLLP_PROT: '2575',
      SMTP_URL: 'smtp://mail',
      SECRET_KEY_FILE: '/run/key',
      PATH: '/bin',
      DATABASE_ULR: 'postgres://x',
    };
    expect(listUnknown(environment, file)).toEqual(['DATABASE_ULR', 'MLLP_PROT']);
    expect(listUnknown(environment, join(folder, 'absent'))).toEqual(['DATABASE_ULR', 'MLLP_PROT']);
  });
});

describe('the place of backups', () => {
  it('has the log of the embedded database for a week, for other days, or not at all', () => {
    const daysOf = (days?: string) => {
      const read = readConfig(days === undefined ? {} : { BACKUP_WAL_DAYS: days });
      return read.ok ? read.config.backupWalDays : read.problems;
    };
    expect([daysOf(), daysOf('30'), daysOf('0')]).toEqual([7, 30, 0]);
    expect(daysOf('-1')).toEqual([expect.stringMatching(/^BACKUP_WAL_DAYS /)]);
  });

  it('is a folder or a bucket; by default backups are kept for a month', () => {
    expect(configOf({})).toMatchObject({ backupUrl: null, backupKey: null, backupKeepDays: 30 });
    for (const BACKUP_URL of ['/mnt/backups', 's3://K:S@bucket/a?region=eu-west-1', 'file:///mnt/backups'])
      expect(configOf({ BACKUP_URL }).backupUrl).toBe(BACKUP_URL);
    expect(problemsOf({ BACKUP_URL: 'backups' })).toEqual([
      expect.stringMatching(/^BACKUP_URL is no place for backups: give the absolute path/),
    ]);
    expect(problemsOf({ BACKUP_KEY: 'short' })).toEqual([expect.stringMatching(/^BACKUP_KEY is too short/)]);
  });

  it('is reached by https where everything has to be', () => {
    const problems = problemsOf({ REQUIRE_TLS: '1', BACKUP_URL: 's3://K:S@b?endpoint=http://minio.hospital.example' });
    expect(problems).toContain('The endpoint in BACKUP_URL is not encrypted: begin it with https://.');
    expect(problemsOf({ REQUIRE_TLS: '1', BACKUP_URL: 's3://K:S@b?endpoint=http://127.0.0.1:9000' })).toEqual([]);
  });
});

it('a name of the environment that differs from a setting by a letter or two is told, with what may be meant', () => {
  const environment = { DATABSE_URL: 'x', PUBLIC_URI: 'x', HOSTS: 'x', EDITOR: 'vi', SECRET_KEY: 'x', LOGNAME: 'root' };
  expect(listUnknown(environment, join(folder, 'absent'))).toEqual(['DATABSE_URL', 'PUBLIC_URI']);
  expect(['DATABSE_URL', 'PUBLIC_URI', 'EDITOR'].map(findMeantSetting)).toEqual(['DATABASE_URL', 'PUBLIC_URL', null]);
});
