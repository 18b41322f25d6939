/** The first superuser of the server under test. For a running server it is given by ADMIN_EMAIL and ADMIN_PASSWORD. */
export const SUPERUSER = {
  email: process.env['ADMIN_EMAIL'] || 'admin@wardvoice.example',
  password: process.env['ADMIN_PASSWORD'] || 'an evening in november',
};
