import { findBuiltInRole } from '../features/roles/index.ts';
import { assignApplication, insertUser } from '../features/users/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { CLINIC, COMMUNITY_HOSPITAL, HOSPITAL, type DemoHospital } from './demo-hospitals.ts';

/** The password of a sample hospital on the visitor's own machine. It is printed at the start and not secret. */
export const PASSWORD = 'wardvoice demo';

const DOMAIN = 'demo.wardvoice.example';

export interface DemoUser {
  name: string;
  /** The part of the address before the @. */
  mailbox: string;
  hospital: DemoHospital;
  /** Key of a role that is built in. */
  role: string;
  /** What the log-in is for, as it is printed. */
  who: string;
  wards: readonly string[];
  landingPage: string | null;
  /** Reads answers and works on cases. */
  worksOnCases: boolean;
}

export const SUPERUSER = {
  name: 'Sasha Overview',
  email: `superuser@${DOMAIN}`,
  who: 'superuser, all organisations',
};

const everywhere = { wards: [], landingPage: null };

export const DEMO_USERS: readonly DemoUser[] = [
  {
    ...everywhere,
    name: 'Morgan Listener',
    mailbox: 'manager',
    hospital: HOSPITAL,
    role: 'administrator',
    who: 'administrator, everything in the hospital',
    worksOnCases: true,
  },
  {
    name: 'Robin Wardly',
    mailbox: 'nurse',
    hospital: HOSPITAL,
    role: 'ward_nurse',
    who: 'ward nurse of Ash, Birch and the ED',
    wards: ['Ash', 'Birch', 'ED'],
    landingPage: '/messages/admissions/index',
    worksOnCases: true,
  },
  {
    name: 'Kit Bandage',
    mailbox: 'nurse.surgery',
    hospital: HOSPITAL,
    role: 'ward_nurse',
    who: 'ward nurse of Cedar, Maple and Rowan',
    wards: ['Cedar', 'Maple', 'Rowan'],
    landingPage: null,
    worksOnCases: true,
  },
  {
    ...everywhere,
    name: 'Jess Hearwell',
    mailbox: 'experience',
    hospital: HOSPITAL,
    role: 'patient_experience',
    who: 'patient experience: surveys, answers, cases',
    worksOnCases: true,
  },
  {
    ...everywhere,
    name: 'Pat Interface',
    mailbox: 'engineer',
    hospital: HOSPITAL,
    role: 'integration_engineer',
    who: 'integration engineer: the feed, deliveries and API keys',
    landingPage: '/messages/index',
    worksOnCases: false,
  },
  {
    ...everywhere,
    name: 'Lee Ledger',
    mailbox: 'auditor',
    hospital: HOSPITAL,
    role: 'auditor',
    who: 'auditor: who saw and changed what',
    landingPage: '/audit/index',
    worksOnCases: false,
  },
  {
    ...everywhere,
    name: 'Dana Quill',
    mailbox: 'manager.quillbrook',
    hospital: COMMUNITY_HOSPITAL,
    role: 'administrator',
    who: 'administrator',
    worksOnCases: true,
  },
  {
    name: 'Toni Heath',
    mailbox: 'nurse.quillbrook',
    hospital: COMMUNITY_HOSPITAL,
    role: 'ward_nurse',
    who: 'ward nurse of Heather and Willow',
    wards: ['Heather', 'Willow'],
    landingPage: null,
    worksOnCases: true,
  },
  {
    ...everywhere,
    name: 'Nell Laneway',
    mailbox: 'manager.larkfield',
    hospital: CLINIC,
    role: 'administrator',
    who: 'administrator of the clinic',
    worksOnCases: true,
  },
  {
    ...everywhere,
    name: 'Sol Frontdesk',
    mailbox: 'desk.larkfield',
    hospital: CLINIC,
    role: 'patient_experience',
    who: 'patient experience of the clinic',
    worksOnCases: true,
  },
];

export const emailOf = ({ mailbox }: Pick<DemoUser, 'mailbox'>): string => `${mailbox}@${DOMAIN}`;

export interface InstalledUser extends DemoUser {
  id: number;
  email: string;
}

/** Makes the people of a hospital, all with the password of the sample. */
export async function installUsers(
  tx: Tx,
  applicationId: number,
  hospital: DemoHospital,
  passwordHash: string,
): Promise<InstalledUser[]> {
  const installed: InstalledUser[] = [];
  for (const user of DEMO_USERS.filter((one) => one.hospital === hospital)) {
    const email = emailOf(user);
    const id = await insertUser(tx, { name: user.name, email, password_hash: passwordHash, super_user: 0 });
    await assignApplication(tx, id, applicationId, {
      roleId: await findBuiltInRole(tx, user.role),
      landingPage: user.landingPage,
      locations: [...user.wards],
    });
    installed.push({ ...user, id, email });
  }
  return installed;
}
