import { expect, it } from 'vitest';
import { matchColumns } from './match-columns.ts';

it.each([
  ['Nom;Prénom;Courriel;Portable', { family_name: 0, given_name: 1, email: 2, phone: 3 }],
  ['Nombre;Apellidos;Correo electrónico;Teléfono', { given_name: 0, family_name: 1, email: 2, phone: 3 }],
  ['Nombre;Correo', { name: 0, email: 1 }],
  ['Full name;Given name;Family name;Mobile', { name: 0, given_name: 1, family_name: 2, phone: 3 }],
  [
    'Imię;Nazwisko;Adres e-mail;Telefon komórkowy;Język',
    { given_name: 0, family_name: 1, email: 2, phone: 3, language: 4 },
  ],
  ['الاسم;البريد الإلكتروني;رقم الجوال;رقم المريض', { name: 0, email: 1, phone: 2, external_id: 3 }],
  ['پہلا نام;خاندانی نام;ای میل;موبائل نمبر;زبان', { given_name: 0, family_name: 1, email: 2, phone: 3, language: 4 }],
])('the columns of %s are understood', (header, columns) => {
  expect(matchColumns(header.split(';'))).toEqual(columns);
});
