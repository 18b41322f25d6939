import { contactImports } from '@wardvoice/contract';

type Field = contactImports.ImportField;

/** Column names as people and systems write them, compared without spaces, signs, accents and case. */
const SPELLINGS: Record<Field, readonly string[]> = {
  name: [
    'name',
    'fullname',
    'contact',
    'contactname',
    'patient',
    'patientname',
    'displayname',
    'nom',
    'nombre',
    'nomcomplet',
  ],
  given_name: [
    'givenname',
    'given',
    'firstname',
    'first',
    'forename',
    'prenom',
    'patientfirstname',
    'patientgivenname',
  ],
  family_name: [
    'familyname',
    'family',
    'lastname',
    'last',
    'surname',
    'nomdefamille',
    'apellido',
    'apellidos',
    'patientlastname',
    'patientsurname',
  ],
  email: [
    'email',
    'mail',
    'emailaddress',
    'mailaddress',
    'emails',
    'emailadress',
    'electronicmail',
    'courriel',
    'correo',
    'correoelectronico',
    'patientemail',
    'contactemail',
  ],
  phone: [
    'phone',
    'mobile',
    'mobilephone',
    'mobilenumber',
    'mobileno',
    'cell',
    'cellphone',
    'telephone',
    'telephonenumber',
    'tel',
    'phonenumber',
    'phoneno',
    'gsm',
    'sms',
    'telefono',
    'movil',
    'portable',
    'homephone',
    'phonehome',
    'patientphone',
    'contactphone',
  ],
  language: ['language', 'lang', 'preferredlanguage', 'languagecode', 'locale', 'langue', 'idioma'],
  external_id: [
    'externalid',
    'mrn',
    'patientid',
    'patientnumber',
    'patientno',
    'patientidentifier',
    'hospitalnumber',
    'hospitalno',
    'medicalrecordnumber',
    'medicalrecord',
    'pid',
    'nhsnumber',
    'nhsno',
    'chi',
    'chinumber',
    'identifier',
    'externalnumber',
  ],
};

const plain = (header: string) =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Finds the column of each field by its name; of several that match, the first. */
export function matchColumns(header: readonly string[]): contactImports.ImportColumns {
  const found: contactImports.ImportColumns = {};
  const names = header.map(plain);
  for (const field of contactImports.IMPORT_FIELDS) {
    // The spellings are in order of certainty: "Mobile" is preferred to "Home phone".
    const column = SPELLINGS[field].map((spelling) => names.indexOf(spelling)).find((at) => at !== -1);
    if (column !== undefined) found[field] = column;
  }
  return found;
}
