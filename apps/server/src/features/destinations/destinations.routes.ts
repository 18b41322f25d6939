import { createSecureContext } from 'node:tls';
import { destinations } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { lockFor } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict, Forbidden, Invalid } from '../../platform/errors.ts';
import { route, sessionRoute, type Routes } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { Scope } from '../../platform/scope.ts';
import { addressOf, checkShown, encryptClientKey, endOf } from './client-certificate.ts';
import {
  countDestinations,
  deleteDestination,
  findClientKey,
  getDestination,
  insertDestination,
  listDestinations,
  lockDestination,
  updateDestination,
  type DestinationRecord,
} from './destinations.queries.ts';
import { openMllpConnection } from './mllp-client.ts';
import { getQueued, listQueued, resendQueued } from './queue.queries.ts';
import { sendToDestinationJob } from './send-job.ts';

/** What the audit keeps of a destination. */
const settingsOf = ({
  name,
  host,
  port,
  tls,
  ca,
  client_certificate,
  messages,
  answers,
  message_types,
  wards,
  acknowledgements,
  answer_seconds,
  on_error,
}: DestinationRecord) => ({
  name,
  host,
  port,
  tls,
  ca,
  client_certificate,
  messages,
  answers,
  message_types,
  wards,
  acknowledgements,
  answer_seconds,
  on_error,
});

/** How long a receiver may take to refuse the certificate that it was shown. */
const TLS_SETTLES_MS = 500;

/** Returns a destination with when its certificate ends. */
const shown = (record: DestinationRecord) => ({
  ...record,
  client_certificate_until: record.client_certificate === null ? null : endOf(record.client_certificate),
});

/** The calls by which people make, change and try destinations, and see what was forwarded. */
export function destinationRoutes(routes: Routes, ctx: Context): void {
  route(routes, destinations.listDestinations, async ({ tx, scope, query }) => {
    const found = await listDestinations(tx, scope.applicationId, query);
    return { ...found, data: found.data.map(shown) };
  });

  route(routes, destinations.getDestination, async ({ tx, scope, params }) => ({
    data: shown(await getDestination(tx, scope.applicationId, params.id)),
  }));

  route(routes, destinations.createDestination, async ({ tx, scope, body, note }) => {
    refuseSomeWards(scope);
    const { applicationId } = scope;
    const { client_certificate, client_key, ...settings } = body.destination;
    checkCa(settings.ca);
    checkWhatIsSent(settings);
    checkShown(ctx.keys, { tls: settings.tls, certificate: client_certificate, sentKey: client_key });
    await lockFor(tx, `destinations of application ${applicationId}`);
    if ((await countDestinations(tx, applicationId)) >= destinations.MAX_DESTINATIONS)
      throw new Conflict(
        `An organisation has at most ${destinations.MAX_DESTINATIONS} destinations. Delete one first.`,
      );
    const id = await insertDestination(tx, applicationId, settings, ctx.clock());
    if (client_certificate !== null && client_key !== undefined)
      await updateDestination(tx, applicationId, id, {
        client_certificate,
        client_key: encryptClientKey(ctx.keys, id, client_key),
      });
    const made = await getDestination(tx, applicationId, id);
    note.changed({}, settingsOf(made));
    return { data: shown(made) };
  });

  route(routes, destinations.updateDestination, async ({ tx, scope, params, body, note }) => {
    refuseSomeWards(scope);
    const { version, client_key: sentKey, ...changes } = body.destination;
    const stored = await lockDestination(tx, scope.applicationId, params.id);
    checkVersion(stored.version, version);
    checkCa(changes.ca ?? null);
    const { messages, answers, tls, client_certificate } = { ...stored, ...withoutUndefined(changes) };
    checkWhatIsSent({ messages, answers });
    const client_key = await findClientKey(tx, scope.applicationId, params.id);
    checkShown(ctx.keys, { tls, certificate: client_certificate, sentKey }, { ...stored, client_key });
    await updateDestination(tx, scope.applicationId, params.id, {
      ...withoutUndefined(changes),
      // Named with each key, because a new version is counted by the certificate.
      client_certificate,
      client_key:
        client_certificate === null ? null : sentKey ? encryptClientKey(ctx.keys, params.id, sentKey) : client_key,
    });
    const changed = await getDestination(tx, scope.applicationId, params.id);
    note.changed(settingsOf(stored), settingsOf(changed));
    return { data: shown(changed) };
  });

  route(
    routes,
    destinations.deleteDestination,
    async ({ tx, scope, params, note }) => {
      refuseSomeWards(scope);
      const stored = await lockDestination(tx, scope.applicationId, params.id);
      await deleteDestination(tx, scope.applicationId, params.id);
      note.changed(settingsOf(stored), {});
      return { data: { id: params.id } };
    },
    { versionOf: 'destinations' },
  );

  route(routes, destinations.pauseDestination, async ({ tx, scope, params }) => {
    refuseSomeWards(scope);
    const { active } = await lockDestination(tx, scope.applicationId, params.id);
    if (active) await updateDestination(tx, scope.applicationId, params.id, { active: false });
    return { data: shown(await getDestination(tx, scope.applicationId, params.id)) };
  });

  route(routes, destinations.resumeDestination, async ({ tx, scope, params }) => {
    refuseSomeWards(scope);
    await lockDestination(tx, scope.applicationId, params.id);
    await updateDestination(tx, scope.applicationId, params.id, { active: true, stopped_at: null });
    await enqueue(tx, [sendToDestinationJob(params.id)]);
    return { data: shown(await getDestination(tx, scope.applicationId, params.id)) };
  });

  sessionRoute(routes, destinations.testDestination, async ({ scope, params }) => {
    refuseSomeWards(scope);
    const { applicationId } = scope;
    const found = await ctx.db.transaction(scope, async (tx) => ({
      ...(await getDestination(tx, applicationId, params.id)),
      client_key: await findClientKey(tx, applicationId, params.id),
    }));
    const address = addressOf(ctx.keys, found);
    const opened = 'error' in address ? address : await openMllpConnection(address);
    if ('error' in opened) return { data: { ok: false, error: opened.error } };
    const error = await opened.endedWithin(TLS_SETTLES_MS);
    opened.close();
    return { data: { ok: error === null, error } };
  });

  route(routes, destinations.listDestinationMessages, async ({ tx, scope, params, query }) => {
    refuseSomeWards(scope);
    await getDestination(tx, scope.applicationId, params.id);
    return listQueued(tx, scope.applicationId, params.id, query);
  });

  route(routes, destinations.resendDestinationMessage, async ({ tx, scope, params }) => {
    refuseSomeWards(scope);
    const { id, queuedId } = params;
    await lockDestination(tx, scope.applicationId, id);
    await getQueued(tx, scope.applicationId, id, queuedId);
    if (!(await resendQueued(tx, scope.applicationId, id, queuedId)))
      throw new Conflict('This message is just being sent. Wait for what comes of it.');
    await enqueue(tx, [sendToDestinationJob(id)]);
    return { data: await getQueued(tx, scope.applicationId, id, queuedId) };
  });
}

/** A destination is sent messages of every ward, so whoever sees some of them neither decides about it nor reads its log. */
function refuseSomeWards({ locations }: Scope): void {
  if (locations.length > 0)
    throw new Forbidden(
      'A destination is sent messages of all wards, and you see some of them. Ask somebody who sees all.',
    );
}

function checkWhatIsSent({ messages, answers }: { messages: boolean; answers: boolean }): void {
  if (!messages && !answers) throw new Invalid({ answers: ['Choose what is sent: messages, answers, or both.'] });
}

function checkCa(ca: string | null): void {
  if (ca === null) return;
  try {
    if (!ca.includes('-----BEGIN CERTIFICATE-----')) throw new Error('no PEM');
    createSecureContext({ ca });
  } catch {
    throw new Invalid({ ca: ['Enter certificates in PEM, each from BEGIN CERTIFICATE to END CERTIFICATE.'] });
  }
}

/** Leaves out what the body does not name. */
function withoutUndefined<T extends object>(changes: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // The entries that are left have a value, which the type of Object.fromEntries does not tell.
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
