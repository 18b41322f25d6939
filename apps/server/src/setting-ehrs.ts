import * as z from 'zod';
import { address } from './setting-kinds.ts';
import { namesOfNumbered, prefixOf, readNumbered } from './setting-numbered.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** A record system from which staff open the survey of the patient whom they see there (SMART App Launch). */
export interface EhrConnection {
  /** 1 to 9, as in the names of its settings. */
  number: number;
  /** The address of its FHIR server, as it names itself (`iss`). */
  issuer: string;
  clientId: string;
  /** null: it knows us as a public client, which PKCE protects. */
  clientSecret: string | null;
  /** Whose patients it shows. */
  applicationId: number;
  /** `Identifier.system` of the numbers by which we know its patients. */
  patientSystem: string;
  /** Who gives these numbers, as the feed names it in PID-3.4; null: found by the system. */
  patientAuthority: string | null;
  /** `Identifier.system` of the numbers of stays (PV1-19) there; null: the stay that is open there is not asked for. */
  visitSystem: string | null;
}

const system = z
  .string()
  .regex(
    /^[a-z][a-z0-9+.-]*:\S+$/i,
    'is not the system of an identifier: give one such as urn:oid:2.16.840.1.113883.2.1.4.1',
  );

const SETTINGS = {
  kind: 'EHR',
  called: 'EHR',
  needed: ['ISSUER', 'CLIENT_ID', 'APPLICATION', 'PATIENT_SYSTEM'],
  shape: z.object({
    ISSUER: address(['http:', 'https:'], 'https://ehr.hospital.example/fhir/r4'),
    CLIENT_ID: z.string(),
    CLIENT_SECRET: z.string().optional(),
    APPLICATION: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'is not the id of an application: give the number in its address, such as 2')
      .transform(Number),
    PATIENT_SYSTEM: system,
    PATIENT_AUTHORITY: z.string().trim().optional(),
    VISIT_SYSTEM: system.optional(),
  }),
} as const;

/** The names of all these settings. */
export const EHR_SETTINGS: readonly string[] = namesOfNumbered(SETTINGS);

/** Reads the record systems, and returns a line for each setting that is wrong. */
export function readEhrs(given: Given): { ehrs: EhrConnection[]; problems: string[] } {
  const { found, problems } = readNumbered(given, SETTINGS);
  const ehrs = found.map(({ number, values }) => ({
    number,
    issuer: values.ISSUER.replace(/\/+$/, ''),
    clientId: values.CLIENT_ID,
    clientSecret: values.CLIENT_SECRET ?? null,
    applicationId: values.APPLICATION,
    patientSystem: values.PATIENT_SYSTEM,
    patientAuthority: values.PATIENT_AUTHORITY ?? null,
    visitSystem: values.VISIT_SYSTEM ?? null,
  }));
  const twice = ehrs.flatMap(({ number, issuer }, at) => {
    const same = ehrs.slice(0, at).find((other) => other.issuer === issuer);
    return same
      ? [`${prefixOf('EHR', number)}ISSUER is that of ${prefixOf('EHR', same.number)}ISSUER: give each EHR once.`]
      : [];
  });
  return { ehrs, problems: [...problems, ...twice] };
}
