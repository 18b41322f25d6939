import type { account, applications } from '@wardvoice/contract';
import { startSession } from '../api/session.ts';

export const HOSPITAL: applications.ApplicationSummary = {
  id: 7,
  title: 'St. Brigid’s',
  logo: null,
  messages_after: null,
  time_zone: 'Europe/Dublin',
  country: 'IE',
  language: 'en',
};

interface Somebody {
  permissions?: string[];
  superUser?: boolean;
  application?: applications.ApplicationSummary | null;
  /** Those that the person may choose. */
  applications?: applications.ApplicationSummary[];
  method?: account.SignInMethod;
  locked?: boolean;
  needsTwoStep?: boolean;
  hasPasskey?: boolean;
  /** Wards; empty means all. */
  locations?: string[];
}

/** What the server answers about a session, for somebody of these rights. */
export function sessionReply(who: Somebody = {}): account.SessionReply {
  const {
    permissions = [],
    superUser = false,
    application = HOSPITAL,
    applications: own = [HOSPITAL],
    method = 'password',
    locked = false,
    needsTwoStep = false,
    hasPasskey = false,
    locations = [],
  } = who;
  return {
    data: {
      id: 3,
      name: 'Nora Nurse',
      email: 'nora@wardvoice.example',
      super_user: superUser ? 1 : 0,
      locations,
      language: null,
    },
    permissions,
    application_user: { landing_page: null, locations, application },
    applications: own,
    method,
    locked,
    needs_two_step: needsTwoStep,
    has_passkey: hasPasskey,
  };
}

/** What the server answers about the person's own account. */
export const ownAccountOf = (more: Partial<account.OwnAccount> = {}): account.OwnAccount => ({
  id: 3,
  name: 'Nora Nurse',
  email: 'nora@wardvoice.example',
  two_step: { enabled: false, recovery_codes_left: 0, required: false },
  passkeys: { count: 0, can_add: false, hindrance: null },
  ...more,
});

export const TOKEN = 'token-of-nora';

/** This tab is signed in from now on, until the test ends. */
export const signIn = (who: Somebody = {}): void => startSession(TOKEN, sessionReply(who));
