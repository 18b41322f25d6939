import { expect, it } from 'vitest';
import { formatSyslog, frameSyslog, type SyslogMessage } from './syslog-message.ts';

const message: SyslogMessage = {
  severity: 'informational',
  at: new Date('2026-06-17T12:00:00.250Z'),
  hostName: 'ward-1',
  messageId: 'audit',
  data: { position: 7, user: null, action: 'update' },
  text: 'update contacts',
};

it('a message has the parts of RFC 5424 in their order, and leaves out what is not known', () => {
  expect(formatSyslog(message)).toBe(
    '<110>1 2026-06-17T12:00:00.250Z ward-1 wardvoice - audit [wardvoice@32473 position="7" action="update"] update contacts',
  );
});

it('a warning has its own priority', () => {
  expect(formatSyslog({ ...message, severity: 'warning' })).toMatch(/^<108>1 /);
});

it('a value cannot end its quotes or its element, or begin another line', () => {
  const data = { action: 'a"] [x y="\\z"]\r\n<0>1 forged' };
  expect(formatSyslog({ ...message, data, text: 'one\ntwo' })).toContain(
    String.raw`[wardvoice@32473 action="a\"\] [x y=\"\\z\"\]  <0>1 forged"] one two`,
  );
});

it('a host name that syslog does not allow is cleaned, or left out', () => {
  expect(formatSyslog({ ...message, hostName: 'ward 1ü' })).toContain('Z ward1 wardvoice');
  expect(formatSyslog({ ...message, hostName: 'ü' })).toContain('Z - wardvoice');
});

it('each message is preceded by its length in bytes', () => {
  expect(frameSyslog(['abc', 'ü']).toString()).toBe('3 abc2 ü');
});
