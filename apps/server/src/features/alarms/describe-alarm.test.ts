import { expect, it } from 'vitest';
import { describeAlarm } from './describe-alarm.ts';

it('the channel of a gateway is a word of the language', () => {
  const details = { refused: 3, attempted: 5, channel: 'email', minutes: 15 };
  const inSpanish = describeAlarm({ kind: 'gateway_refusing', details }, 'es');
  expect(inSpanish.title).toBe('La pasarela no aceptó 3 de 5 (correo) en los últimos 15 minutos');
  const inEnglish = describeAlarm({ kind: 'gateway_refusing', details: { ...details, channel: 'sms' } });
  expect(inEnglish.title).toBe('The gateway did not accept 3 of 5 (SMS) in the last 15 minutes');
});
