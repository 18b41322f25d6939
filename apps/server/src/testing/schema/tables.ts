interface TableRole {
  /** The slice, or folder of platform/, that writes the table; null: only triggers of the database do. */
  owner: string | null;
  /** What one row is. */
  row: string;
}

const of = (owner: string | null, rows: Record<string, string>): Record<string, TableRole> =>
  Object.fromEntries(Object.entries(rows).map(([table, row]) => [table, { owner, row }]));

/** Every table of the database, by its owner. */
export const TABLES: Readonly<Record<string, TableRole>> = {
  ...of('applications', {
    applications: 'an organisation, the tenant, with its settings',
    application_facilities: 'a sending facility (MSH-4, else MSH-3) and whose it is',
    application_listeners: 'what a process made of the MLLP port of an application',
    application_logos: 'the picture of an application',
  }),
  ...of('sessions', { sessions: 'a session, by the hash of its token' }),
  ...of('credentials', {
    password_resets: 'a link to choose a password, by its hash',
    user_identities: 'who a person is at an identity provider',
    sign_in_challenges: 'a sign-in that waits for its second step',
    single_sign_on_attempts: 'a sign-in that is at the hospital’s own provider',
  }),
  ...of('users', {
    users: 'somebody who signs in',
    application_users: 'a person in an application: wards and landing page',
    user_permissions: 'a permission of a person, in one application or in every one of theirs',
  }),
  ...of('permissions', { permissions: 'a permission by its name' }),
  ...of('roles', {
    roles: 'a named set of permissions, built in or an application’s own',
    role_permissions: 'a permission of a role',
  }),
  ...of('account', {
    account_emails: 'an e-mail to somebody about their own account',
  }),
  ...of('notices', {
    notice_settings: 'by which ways a person hears of a kind of notice',
    digest_times: 'when a person gets the daily digest',
    digests: 'the digest of a person and day, inserted before it is sent',
  }),
  ...of('passkeys', {
    passkeys: 'a passkey of a person: its public key and its counter',
    passkey_challenges: 'what an authenticator was asked to sign, by its hash',
  }),
  ...of('two-step', {
    two_step: 'the authenticator of a person, encrypted',
    recovery_codes: 'a code that stands in for the authenticator once, by its hash',
  }),
  ...of('newcomers', {
    account_registrations: 'somebody who asked for an account, and who waits for access',
    account_invitations: 'somebody who is invited to have an account, by the hash of their link',
  }),
  ...of('scim', {
    scim_tokens: 'a credential of an identity provider, by the hash of its token',
    scim_token_roles: 'a role that such a token may give',
    scim_people: 'what an identity provider has said of a person in an application',
    scim_memberships: 'a role that an identity provider has put a person into',
    scim_groups: 'the name that an identity provider has for a role',
  }),
  ...of('failed-attempts', {
    failed_attempts: 'attempts at a secret that failed, by account, device, access key or address',
  }),
  ...of('api-keys', {
    api_keys: 'a credential of a program, by the hash of its secret',
    api_key_tokens: 'what such a program was given for minutes, by its hash',
    api_key_assertions: 'an assertion that a program has used, by the hash of its id',
    api_key_uses: 'when and from where such a key was last used, and its calls of this minute',
  }),
  ...of('ehr-launch', { ehr_launches: 'somebody who comes from a patient’s record in another system' }),
  ...of('data-exports', {
    data_exports: 'a file of rows that somebody asked for, or that is written each night',
    nightly_exports: 'what an application exports each night',
  }),
  ...of('webhooks', {
    webhooks: 'an address that is told of events, with its secret, encrypted',
    webhook_events: 'an event for such an address: the order to send it, and the log of its attempts',
    subscription_counters: 'how many events a FHIR Subscription had',
  }),
  ...of('report-packs', {
    report_schedules: 'a report that is sent by e-mail as a PDF, each week, month or quarter',
    report_readers: 'who gets such a report',
    report_sendings: 'such a report of some days to one person: the order to send it, and what came of it',
  }),
  ...of('ward-pages', {
    ward_pages: 'the public page of a ward, or of the whole organisation',
    ward_page_entries: 'what patients said and what was done, on such a page',
  }),
  ...of('destinations', {
    destinations: 'a system to which received messages are forwarded',
    destination_messages: 'a message for such a system: the queue, and the log',
  }),
  ...of('audit', {
    audit_entries: 'who saw or changed what, signed and chained',
    audit_anchors: 'what a machine has anchored of the chain in a folder of its own',
    audit_verifications: 'a check of the whole chain, with its result',
    audit_receivers: 'a system that entries are sent to, and up to which it has read them',
  }),
  ...of(null, {
    audit_cuts: 'a removal of old entries from the beginning of the chain, signed',
    audit_patients: 'which patient an audit entry is about',
    comment_words: 'a word that somebody wrote in an answer, by which it is found',
    feedback_changes: 'the last change number of the answered surveys of an application',
    intake_settings: 'the count of what intake goes by, so that no message is stored by old settings',
  }),
  ...of('intake', { arrivals: 'messages as they came under load, acknowledged, not filed yet' }),
  ...of('messages', {
    hl7_messages: 'one HL7 v2 message, and the job to process it',
    message_imports: 'a file of messages and how far it is stored',
    sender_profiles: 'what a sender (MSH-3 and MSH-4) usually sends, and whether it may cause messages',
    sender_holds: 'an application whose new senders wait for a person',
  }),
  ...of('processing', { message_reloads: 'messages of an application that are processed again' }),
  ...of('visits', { visits: 'one stay, attendance or appointment' }),
  ...of('patient-identity', {
    patients: 'one person as the feed tells of them',
    patient_identifiers: 'a number of a patient, by authority and type',
    patient_authorities: 'who gives numbers',
    patient_authority_names: 'one of the names of an authority',
    patient_merges: 'one record that lives on in another, or a link that can be taken back',
    identity_conflicts: 'a doubt about who somebody is, for a person to decide',
    identity_conflict_messages: 'a message that is in such a doubt',
  }),
  ...of('consent', {
    erased_addresses: 'the opt-out of an address that was erased, by its hash',
    consent_events: 'what somebody agreed to or refused: when, by which way, in which words',
    consent_bases: 'on which legal basis an application writes for a purpose, from when on, and who said so',
    consents: 'a consent that is in force: of whom, for which purpose, at which address',
    consent_wordings: 'the words of a page, as people were shown them',
    opt_outs: 'an address that nothing is sent to, by channel, and why',
    inbound_texts: 'what somebody wrote back',
    inbound_notices: 'whom we told that nobody watches the number',
  }),
  ...of('texts', { text_parts: 'a part of a long SMS that somebody wrote back, until the others have come' }),
  ...of('saved-views', { saved_views: 'the filters of a list under a name, of a person or shared' }),
  ...of('inbox', { inbox_items: 'something for a colleague to read' }),
  ...of('departments', {
    departments: 'who is responsible',
    department_escalations: 'people of a department who hear of a survey’s answers, and in which turn',
    department_wards: 'a ward whose answers belong to a department',
  }),
  ...of('duty', {
    duty_shifts: 'who of a department is on duty at which time of the week',
    absences: 'when somebody is away, and who stands in',
  }),
  ...of('categories', { categories: 'what a question is about' }),
  ...of('surveys', {
    surveys: 'a survey with its texts',
    survey_revisions: 'a survey as it was when somebody answered',
    questions: 'a question of a survey',
    survey_sections: 'a heading of a survey, above the questions that follow it',
    options: 'an answer that questions share',
    question_options: 'an option of a question, in its place',
    question_conditions: 'an answer to an earlier question because of which a question is shown',
  }),
  ...of('answer-scales', {
    answer_scales: 'ordered options under a name, which questions share',
    answer_scale_options: 'an option of a scale, in its place',
  }),
  ...of('outcome-scores', {
    outcome_scores: 'a score that is computed from the answers of a survey',
    outcome_score_items: 'a question that counts in a score, with the points of its answers',
  }),
  ...of('pathways', {
    pathways: 'surveys that ask the same person at several times',
    pathway_steps: 'a survey that a pathway asks some days after its beginning',
    pathway_enrolments: 'a patient in a pathway',
    pathway_occasions: 'what was decided about a step for one patient',
  }),
  ...of('contacts', { contacts: 'somebody who can be written to, patient or not' }),
  ...of('invitations', { invitations: 'one survey offered to one person: the ledger of asking' }),
  ...of('deliveries', {
    deliveries: 'one e-mail, SMS or push, sent or not, and why',
    send_slots: 'when the next message may leave under a rate limit, by its name',
  }),
  ...of('delivery-retries', { delivery_retries: 'failed deliveries that a person tries again together' }),
  ...of('receipts', { waiting_receipts: 'what a gateway said of a delivery that is not known yet' }),
  ...of('sending-holds', {
    sending_epoch: 'the count that tells a restored database',
    sending_holds: 'an application from which nothing leaves until a superuser releases it',
  }),
  ...of('mailing-lists', {
    mailing_lists: 'contacts who are written to together',
    mailing_list_contacts: 'a contact on a list',
    mailing_list_refreshes: 'a list that fills itself, filled anew',
  }),
  ...of('contact-imports', {
    contact_imports: 'a file of contacts on its way into a list',
    contact_import_chunks: 'a piece of such a file',
    contact_import_errors: 'a row of it that could not be taken',
  }),
  ...of('triggers', {
    triggers: 'a rule: what to do when',
    trigger_trials: 'a rule tried on what came in a year or longer',
  }),
  ...of('cases', {
    cases: 'an answer or a text that calls for help',
    case_steps: 'what somebody did about a case',
  }),
  ...of('case-causes', { case_causes: 'why cases come about, in an organisation’s own words' }),
  ...of('tag-suggestions', {
    tag_models: 'what was learned about a tag, and how often it would be right',
    tag_model_words: 'what a word says about a tag',
    refused_tags: 'a tag that a person said does not fit an answer',
  }),
  ...of('masked-comments', { masked_comments: 'what somebody wrote in an answer, without names' }),
  ...of('feedback', {
    feedback: 'an answered survey',
    department_backfills: 'a run that gives answers already given the department of their ward',
    feedback_notes: 'what a colleague wrote about an answered survey',
    feedback_answers: 'the answer to one question, in the words that were shown',
  }),
  ...of('privacy', {
    erasures: 'the certificate of an erasure, which names nobody',
    legal_holds: 'a patient of whom nothing may be erased, and who said so',
  }),
  ...of('backups', { backups: 'a backup that the program made, and what came of verifying it' }),
  ...of('kiosks', { kiosks: 'a tablet that asks whoever stands before it' }),
  ...of('broadcasts', {
    broadcasts: 'a survey for a list, once or by a schedule',
    broadcast_runs: 'one sending of a broadcast',
  }),
  ...of('alarms', {
    alarms: 'something that is wrong with the system, until it is not',
    alarm_notices: 'an e-mail about an alarm',
    feed_hours: 'how many messages a sender sent in one hour',
    feed_counts: 'up to which message they are counted',
  }),
  ...of('readiness', { write_probe: 'written to see whether the database can be written' }),
  ...of('platform/http', { idempotency_keys: 'a call that is made once, by its Idempotency-Key, and its answer' }),
  ...of('platform/jobs', { worker_processes: 'a running process with the worker role' }),
  ...of('platform/keys', {
    data_keys: 'a key that links, hashes, signatures and encrypted values are made with, by its name',
    data_key_wraps: 'a data key, encrypted by a secret key of the settings',
  }),
  ...of('platform/db', { data_migrations: 'what a migration did to stored data, for the log' }),
};
