import { contactImports } from '@wardvoice/contract';

type Field = contactImports.ImportField;

/** Column names as people and systems write them, the surest first. They are compared without spaces, signs, accents and case. */
const SPELLINGS: Record<Field, string> = {
  name: `
    name, fullname, contact, contactname, patient, patientname, displayname, nom, nombre, nomcomplet, nombrecompleto,
    imię i nazwisko, الاسم, الاسم الكامل, اسم المريض, نام, پورا نام, مریض کا نام
  `,
  given_name: `
    givenname, given, firstname, first, forename, prenom, patientfirstname, patientgivenname, imię, الاسم الأول, پہلا نام
  `,
  family_name: `
    familyname, family, lastname, last, surname, nomdefamille, apellido, apellidos, patientlastname, patientsurname, nazwisko,
    اسم العائلة, اللقب, خاندانی نام
  `,
  email: `
    email, mail, emailaddress, mailaddress, emails, emailadress, electronicmail, courriel, correo, correoelectronico, patientemail,
    contactemail, adres e-mail, البريد الإلكتروني, البريد, ای میل
  `,
  phone: `
    phone, mobile, mobilephone, mobilenumber, mobileno, cell, cellphone, telephone, telephonenumber, tel, phonenumber, phoneno,
    gsm, sms, telefono, movil, portable, homephone, phonehome, patientphone, contactphone, telefon komórkowy, komórka, telefon,
    numer telefonu, الجوال, رقم الجوال, المحمول, الهاتف, رقم الهاتف, موبائل, موبائل نمبر, فون, فون نمبر
  `,
  language: `
    language, lang, preferredlanguage, languagecode, locale, langue, idioma, język, اللغة, زبان
  `,
  external_id: `
    externalid, mrn, patientid, patientnumber, patientno, patientidentifier, hospitalnumber, hospitalno, medicalrecordnumber,
    medicalrecord, pid, nhsnumber, nhsno, chi, chinumber, identifier, externalnumber, ipp, nhc, historia clínica, numer pacjenta,
    nr pacjenta, رقم المريض, رقم الملف, مریض نمبر
  `,
};

const plain = (header: string) =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const spellingsOf = (field: Field): string[] => SPELLINGS[field].split(',').map(plain);

/**
 * Finds the column of each field by its name; of several that match, the first. Beside a given name, “Nom” is the family name, and beside
 * a family name, “Nombre” the given one.
 */
export function matchColumns(header: readonly string[]): contactImports.ImportColumns {
  const found = matchEach(header.map(plain));
  const { name, ...others } = found;
  if (name === undefined || (found.given_name === undefined) === (found.family_name === undefined)) return found;
  return found.given_name === undefined ? { ...others, given_name: name } : { ...others, family_name: name };
}

function matchEach(names: readonly string[]): contactImports.ImportColumns {
  const found: contactImports.ImportColumns = {};
  for (const field of contactImports.IMPORT_FIELDS) {
    const column = spellingsOf(field)
      .map((spelling) => names.indexOf(spelling))
      .find((at) => at !== -1);
    if (column !== undefined) found[field] = column;
  }
  return found;
}
