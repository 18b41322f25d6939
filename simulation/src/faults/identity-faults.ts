import type { ProductFault } from './product-fault.ts';

const PATIENT_EVENTS = 'features/patient-events';
const PATIENT_IDENTITY = 'features/patient-identity';
const VISITS = 'features/visits';

const TITLES: Readonly<Record<string, string>> = {
  A18: 'Patients merged',
  A24: 'Patients linked',
  A30: 'Persons merged',
  A36: 'Patients and accounts merged',
  A37: 'Patients unlinked',
  A39: 'Persons merged (external number)',
  A40: 'Patients merged',
  A43: 'Numbers moved to another patient',
  A44: 'Account moved to another patient',
  A45: 'Visit moved to another patient',
  A47: 'Patient number changed',
};

/** Faults in who is who: the wrong person, or one person twice. */
export const IDENTITY_FAULTS: readonly ProductFault[] = [
  {
    name: 'authorities-by-oid-are-one',
    title: 'authorities given only as OIDs are one: two people with one number become one patient',
    edits: [
      {
        file: `${PATIENT_EVENTS}/read-identifiers.ts`,
        find: '`universal:${type}:${universal.toUpperCase()}`',
        replace: '`universal:${type}`',
      },
    ],
  },
  {
    name: 'no-authority-is-one-authority',
    title: 'two facilities with one number and no authority become one patient',
    edits: [
      {
        file: `${PATIENT_EVENTS}/read-identifiers.ts`,
        find: "const sender = storable(sendingFacility || sendingApplication, MAX_AUTHORITY).trim() || 'Unnamed sender';",
        replace: "const sender = 'Unnamed sender';",
      },
    ],
  },
  {
    name: 'first-number-only',
    title: 'PID-3 repetitions in another order make a second patient',
    edits: [
      {
        file: `${PATIENT_IDENTITY}/patient-registry.ts`,
        find: 'const deciding = index.deciding(own.length > 0 ? own : identifiers);',
        replace: 'const deciding = index.deciding(own.length > 0 ? own : identifiers).slice(0, 1);',
      },
      {
        file: `${PATIENT_IDENTITY}/apply-patient-event.ts`,
        find: '(registry.ownerOf(group) ?? registry.addPatient(group, event.at));',
        replace: 'registry.addPatient(group, event.at);',
      },
    ],
  },
  {
    name: 'two-patients-taken-for-first',
    title: 'a message whose numbers lead to two patients is filed under the first of them',
    edits: [
      {
        file: `${PATIENT_IDENTITY}/patient-registry.ts`,
        find: 'if (second) return',
        replace: 'if (false && second) return',
      },
    ],
  },
  {
    name: 'second-pair-of-merge-dropped',
    title: 'the second pair of an A40 with several is dropped',
    edits: [
      {
        file: `${PATIENT_IDENTITY}/apply-identity-event.ts`,
        find: 'for (const [index, group] of groups.entries()) {',
        replace: 'for (const [index, group] of groups.slice(0, 1).entries()) {',
      },
    ],
  },
  {
    name: 'merge-takes-relatives',
    title: 'a merge takes along whoever has one of the numbers that end, also that of a family’s insurance',
    edits: [
      {
        file: `${PATIENT_IDENTITY}/patient-registry.ts`,
        find: 'const same = shownBy(index, index.others(identifiers)).filter((one) => isSamePerson(one, patient));',
        replace: 'const same = index.others(identifiers).flatMap(index.find);',
      },
    ],
  },
  ...['A18', 'A30', 'A36', 'A39', 'A40', 'A47'].map((event) => ghostOf(event, "identity: 'merge'")),
  ghostOf('A24', "identity: 'link'"),
  ghostOf('A37', "identity: 'unlink'"),
  ghostOf('A43', "identity: 'move_numbers'"),
  ghostOf('A44', "identity: 'move_visit'"),
  ghostOf('A45', "identity: 'move_visit'"),
  {
    name: 'merge-leaves-deliveries',
    title: 'a merge does not move what is due: the survivor’s death does not stop it',
    edits: [
      {
        file: `${VISITS}/move-history.ts`,
        find: "    delivery_ids: await moveRows(tx, 'deliveries', applicationId, fromId, toId),\n",
        replace: '',
      },
    ],
  },
  {
    name: 'merge-forgets-death',
    title: 'the death of one record is not the death of the person after a merge',
    edits: [
      {
        file: `${PATIENT_IDENTITY}/merge-patients.ts`,
        find: 'deceased = s.deceased or o.deceased',
        replace: 'deceased = s.deceased',
      },
    ],
  },
];

/** A fault in which the event is known and changes nothing about who is who. */
function ghostOf(event: string, identity: string): ProductFault {
  const begin = `${event}: { title: '${TITLES[event]}', visit: null`;
  return {
    name: `ghost-of-${event.toLowerCase()}`,
    title: `${event} is not applied: a ghost stays in the census`,
    edits: [{ file: `${PATIENT_EVENTS}/adt-events.ts`, find: `${begin}, ${identity} }`, replace: `${begin} }` }],
  };
}
