import { parseMessage } from '@wardvoice/hl7';
import { describe, expect, it } from 'vitest';
import { adt } from '../../testing/hl7-messages.ts';
import { readContactDetails } from './contact-details.ts';

/** Reads PID-13 and, where given, PID-14 and PID-40. */
function read(phones: string, { country = 'GB', pid14 = '', pid40 = '' } = {}) {
  const message = adt({ phone: phones })
    .split('\r')
    .map((line) => (line.startsWith('PID') ? `${line}${'|'.repeat(40 - line.split('|').length + 1)}${pid40}` : line))
    .map((line) => (line.startsWith('PID') ? line.split('|').with(14, pid14).join('|') : line))
    .join('\r');
  const parsed = parseMessage(Buffer.from(message));
  const pid = parsed.ok ? parsed.message.pid() : undefined;
  if (!pid) throw new Error('the message has no PID');
  return readContactDetails(pid, country);
}

describe('a phone number in PID-13', () => {
  it.each([
    ['as the first component, as it is dialled at home', '07700 900123', '+447700900123'],
    ['with brackets and dashes', '(01632) 960-001', '+441632960001'],
    ['with its country', '+353 87 123 4567', '+353871234567'],
    ['with 00 before its country', '00353871234567', '+353871234567'],
    ['in components 5 to 7', '^PRN^CP^^44^7700^900123', '+447700900123'],
    ['in components 6 and 7, without a country', '^PRN^PH^^^07700^900123', '+447700900123'],
    ['in component 12', '^PRN^CP^^^^^^^^^+447700900123', '+447700900123'],
    ['in the fourth component, where an e-mail belongs', '^^CP^07700900123', '+447700900123'],
    ['in component 10, where nothing of the kind belongs', '^PRN^CP^^^^^^^(07700)900123', '+447700900123'],
    ['with a remark', '^^PH^^^^01632 960001 office', '+441632960001'],
    ['after one digit that stands for none', '00000000000~07700 900123', '+447700900123'],
    ['of one digit, where there is such a number', '07777777777', '+447777777777'],
    ['after an empty repetition', '~07700 900123', '+447700900123'],
    ['beside an e-mail repetition', '^NET^Internet^orla@example.org~07700 900123^PRN^CP', '+447700900123'],
  ])('%s', (_how, sent, phone) => expect(read(sent).phone).toBe(phone));

  it('of a mobile is preferred, because it can receive SMS', () => {
    expect(read('01632 960001^PRN^PH~07700 900123^PRN^CP').phone).toBe('+447700900123');
    expect(read('01632 960001^PRN^PH~07911 123456').phone).toBe('+447911123456');
    expect(read('01632 960001^PRN^PH', { pid40: '07700 900123^PRN^CP' }).phone).toBe('+447700900123');
  });

  it('is the mobile in PID-14, where the sender says that it is one and not that it is for work', () => {
    const home = '01632 960001^HOME';
    expect(read(home, { pid14: '07700 900123^MOBILE' }).phone).toBe('+447700900123');
    expect(read(home, { pid14: '^PRS^CP^^44^7700^900123' }).phone).toBe('+447700900123');
    expect(read(home, { pid14: '07700 900123^WPN^CP' }).phone).toBe('+441632960001');
    expect(read(home, { pid14: '07700 900123^WPN^PH' }).phone).toBe('+441632960001');
    expect(read('', { pid14: '07700 900123' }).phone).toBeUndefined();
  });

  it("is read as a number of the hospital's country", () => {
    expect(read('087 123 4567', { country: 'IE' }).phone).toBe('+353871234567');
    expect(read('050 123 4567', { country: 'AE' }).phone).toBe('+971501234567');
  });

  it('of a fax or a pager is not used', () => {
    expect(read('01632 960001^WPN^FX').phone).toBeUndefined();
    expect(read('01632 960001^FAX').phone).toBeUndefined();
    expect(read('01632 960001^^^FAX')).toEqual({ phone: undefined, email: undefined });
    expect(read('01632 960001^WPN^BP~07700 900123^PRN^CP').phone).toBe('+447700900123');
  });

  it('that is invalid is kept as sent, so that staff see why nothing was sent', () => {
    expect(read('12').phone).toBe('12');
    expect(read('0000 0000000').phone).toBe('0000 0000000');
    expect(read('12~07700 900123').phone).toBe('+447700900123');
  });

  it('that is missing changes nothing', () => {
    for (const sent of ['', '^PRN^PH', '^NET^Internet^orla@example.org', 'ask her daughter'])
      expect([sent, read(sent).phone]).toEqual([sent, undefined]);
  });
});

describe('an e-mail address in PID-13', () => {
  it.each([
    ['as the fourth component', '07700 900123^PRN^CP^orla@example.org'],
    ['as a repetition of its own', '07700 900123^PRN^CP~^NET^Internet^orla@example.org'],
    ['where a number should be', 'orla@example.org^NET^Internet'],
    ['with blanks around it', '^NET^Internet^ orla@example.org '],
    ['after one that cannot be one', '^NET^Internet^orla at example~^NET^Internet^orla@example.org'],
  ])('%s', (_how, sent) => expect(read(sent).email).toBe('orla@example.org'));

  it('in PID-40', () => {
    expect(read('', { pid40: '^NET^Internet^orla@example.org' }).email).toBe('orla@example.org');
  });

  it('is not the kind of a number in its place', () => {
    expect(read('02079460001^^^HOME~07700900123^^^MOBILE~orla@example.org^^^EMAIL')).toEqual({
      phone: '+447700900123',
      email: 'orla@example.org',
    });
  });

  it('is not a number in its place', () => {
    expect(read('^^PH^01632960001~^^CP^07700900123~^^Internet^orla@example.org')).toEqual({
      phone: '+447700900123',
      email: 'orla@example.org',
    });
    expect(read('^^CP^07700900123').email).toBeUndefined();
  });

  it('is never read as a phone number', () => {
    expect(read('1970@example.org^NET^Internet')).toEqual({ phone: undefined, email: '1970@example.org' });
  });
});

describe('two double quotes', () => {
  it('in the field delete both', () => expect(read('""')).toEqual({ phone: null, email: null }));
  it('in place of a number delete the number', () => {
    expect(read('""^PRN^CP^orla@example.org')).toEqual({ phone: null, email: 'orla@example.org' });
  });
  it('in place of an address delete the address', () => {
    expect(read('07700 900123^PRN^CP^""')).toEqual({ phone: '+447700900123', email: null });
  });
});

it('a NUL in a number is removed, because PostgreSQL cannot store it', () => {
  const { phone, email } = read('12\\X00\\^PRN^CP^odd\\X00\\one');
  expect(`${phone}${email}`).not.toContain('\0');
});
