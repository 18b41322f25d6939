import { contactImports } from '@wardvoice/contract';

type Field = contactImports.ImportField;

/** As people and systems write them; compared without spaces, signs, accents and capitals. */
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

/** Each field's column by its name; of several that fit, the first. */
export function matchColumns(header: readonly string[]): contactImports.ImportColumns {
  const found: contactImports.ImportColumns = {};
  const names = header.map(plain);
  for (const field of contactImports.IMPORT_FIELDS) {
    // The spelling that is named first is the surest: "Mobile" goes before "Home phone".
    const column = SPELLINGS[field].map((spelling) => names.indexOf(spelling)).find((at) => at !== -1);
    if (column !== undefined) found[field] = column;
  }
  return found;
}
