import { randomBytes, randomUUID } from 'node:crypto';
import { insertUser } from '../features/users/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { systemScope } from '../platform/scope.ts';
import type { TestServer } from './test-server.ts';

export interface Newcomers {
  /** Two people who registered and wait for access; they belong to no application. */
  registrationId: number;
  otherRegistrationId: number;
  /** Two open invitations into the application. */
  accountInvitationId: number;
  otherAccountInvitationId: number;
}

/** Makes people who are not in the application yet. The links of their e-mails are known to nobody. */
export const insertNewcomers = (server: TestServer, applicationId: number, invitedBy: number): Promise<Newcomers> =>
  server.ctx.db.transaction(systemScope('example'), async (tx) => {
    return {
      registrationId: await insertRegistration(tx),
      otherRegistrationId: await insertRegistration(tx),
      accountInvitationId: await insertInvitation(tx, applicationId, invitedBy),
      otherAccountInvitationId: await insertInvitation(tx, applicationId, invitedBy),
    };
  });

async function insertRegistration(tx: Tx): Promise<number> {
  const request_id = randomUUID();
  const person = { name: 'Nim Newcomer', email: `newcomer-${request_id}@wardvoice.example` };
  const user_id = await insertUser(tx, { ...person, password_hash: '', super_user: 0 });
  const registered = { created_at: new Date(0), expires_at: new Date(0), confirmed_at: new Date(0), user_id };
  const { id } = await tx
    .insertInto('account_registrations')
    .values({ ...person, ...registered, request_id, token_hash: Buffer.from(request_id) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertInvitation(tx: Tx, applicationId: number, invitedBy: number): Promise<number> {
  const request_id = randomUUID();
  const person = { name: 'Ida Invited', email: `invited-${request_id}@wardvoice.example` };
  const sent = {
    created_at: new Date(0),
    sent_at: new Date(0),
    expires_at: new Date('2100-01-01'),
    invited_by: invitedBy,
  };
  const { id } = await tx
    .insertInto('account_invitations')
    .values({ ...person, ...sent, application_id: applicationId, request_id, token_hash: Buffer.from(request_id) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Links a user to an identity provider. */
export const linkToProvider = (server: TestServer, userId: number): Promise<unknown> =>
  server.ctx.db.transaction(systemScope('example'), (tx) =>
    tx
      .insertInto('user_identities')
      .values({ user_id: userId, issuer: 'https://id.example', subject: `${userId}`, linked_at: new Date(0) })
      .execute(),
  );

/** Gives a user a passkey that no authenticator has, and asks for it. Returns its id. */
export const insertPasskey = (server: TestServer, userId: number): Promise<number> =>
  server.ctx.db.transaction(systemScope('example'), async (tx) => {
    const random = () => randomBytes(32);
    await tx
      .insertInto('passkey_challenges')
      .values({
        challenge_hash: random(),
        purpose: 'prove',
        holder_hash: random(),
        user_id: userId,
        expires_at: new Date('2100-01-01'),
      })
      .execute();
    const passkey = {
      user_id: userId,
      credential_id: random().toString('base64url'),
      public_key: random(),
      user_handle: random(),
      rp_id: 'wardvoice.example',
      name: 'Phone',
      transports: [],
      counter: 0,
      synced: true,
      created_at: new Date(0),
    };
    const { id } = await tx.insertInto('passkeys').values(passkey).returning('id').executeTakeFirstOrThrow();
    return id;
  });
