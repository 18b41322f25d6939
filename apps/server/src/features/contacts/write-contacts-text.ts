// SQL text for the connection that imports a file of contacts, which is not Kysely's. `applicationId` is a parameter
// such as $1.

/**
 * Updates contacts from `rows`, a query with the columns contact_id, name, email, phone, language and external_id. A
 * null in a row changes nothing. A changed contact no longer follows its patient's data.
 */
export const updateContactsText = (applicationId: string, rows: string): string => `
  update contacts c set
    name = coalesce(m.name, c.name), email = coalesce(m.email, c.email), phone = coalesce(m.phone, c.phone),
    language = coalesce(m.language, c.language), external_id = coalesce(c.external_id, m.external_id),
    follows_patient = false,
    -- the number of a row names no authority
    patient_id = case when m.external_id is null then c.patient_id end
  from (${rows}) as m
  where c.id = m.contact_id and c.application_id = ${applicationId}
    and (c.name, c.email, c.phone, c.language, c.external_id) is distinct from (
      coalesce(m.name, c.name), coalesce(m.email, c.email), coalesce(m.phone, c.phone),
      coalesce(m.language, c.language), coalesce(c.external_id, m.external_id))`;

/**
 * Adds a contact for each row of `rows`, a query with the columns name, email, phone, language and external_id, and
 * returns their contact_id. A contact without a name gets an address or number as its name.
 */
export const insertContactsText = (applicationId: string, rows: string): string => `
  insert into contacts (application_id, name, email, phone, language, external_id)
  select ${applicationId}::bigint, coalesce(name, email, external_id, phone), email, phone, language, external_id
  from (${rows}) as m
  returning id as contact_id`;
