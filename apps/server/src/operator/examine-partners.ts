import type { Config } from '../config.ts';
import { checkEhr } from '../features/ehr-launch/index.ts';
import { checkProvider } from '../features/single-sign-on/index.ts';
import { checkSmtp } from '../platform/gateways/smtp.ts';
import { createSmtpTokens } from '../platform/gateways/smtp-tokens.ts';
import { checkTwilio } from '../platform/gateways/twilio.ts';
import { nameProxy } from '../platform/outgoing-proxy.ts';
import { prefixOf } from '../setting-numbered.ts';
import { bad, good, warn, type Finding } from './finding.ts';

/** Asks the systems outside that the settings name, and sends nothing to anybody. */
export async function examinePartners(config: Config): Promise<Finding[]> {
  const { proxy, oidc, ehrs } = config;
  const asked = [
    examineEmail(config),
    examineSms(config),
    ...oidc.map(async (provider) => {
      const setting = `${prefixOf('OIDC', provider.number)}ISSUER`;
      return found(`Single sign-on: ${provider.issuer}`, await checkProvider(provider), setting);
    }),
    ...ehrs.map(async (ehr) => {
      const setting = `${prefixOf('EHR', ehr.number)}ISSUER`;
      return found(`Record system: ${ehr.issuer}`, await checkEhr(ehr), setting);
    }),
  ];
  const findings = await Promise.all(asked);
  return proxy ? [good(`Proxy: calls to other systems leave through ${nameProxy(proxy)}`), ...findings] : findings;
}

const found = (what: string, problem: string | null, setting: string): Finding =>
  problem === null
    ? good(`${what} answers`)
    : bad(`${what} does not answer as it should: ${problem}; check ${setting}`);

async function examineEmail({ smtpUrl, smtpTokens, publicUrl }: Config): Promise<Finding> {
  if (smtpUrl === null) return warn('E-mail: there is no SMTP_URL, so e-mails stay in the outbox');
  const problem = await checkSmtp(smtpUrl, { getToken: smtpTokens && createSmtpTokens(smtpTokens), publicUrl });
  return problem === null
    ? good('E-mail: the mail server of SMTP_URL takes e-mails')
    : bad(`E-mail: the mail server of SMTP_URL says ${problem}; check SMTP_URL`);
}

/** A centre of SMPP is not asked: many allow one connection, which a server that runs has. */
async function examineSms({ smsUrl }: Config): Promise<Finding> {
  if (smsUrl === null) return warn('SMS: there is no SMS_URL, so text messages stay in the outbox');
  return smsUrl.startsWith('twilio:')
    ? found('SMS: Twilio', await checkTwilio(smsUrl), 'SMS_URL')
    : good('SMS: by SMS_URL, which is not asked');
}
