import type { ServerResponse } from 'node:http';
import { API_BASE, dashboard, may } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, scopeOf, sessionOf, type Routes } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import type { LiveEvents } from '../../platform/live.ts';
import { shareRuns } from '../../platform/share-runs.ts';
import { SESSIONS_TOPIC } from '../sessions/index.ts';
import { readDashboard, type SharedFigures } from './dashboard.queries.ts';

/** Keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 20_000;
/** Changes within this time are sent as one event. */
const GATHER_MS = 250;

export function dashboardRoutes(routes: Routes, ctx: Context, live: LiveEvents): void {
  const share = shareRuns<SharedFigures>();
  route(routes, dashboard.getDashboard, async ({ tx, scope, session }) => {
    const { applicationId } = scope;
    if (typeof applicationId !== 'number') return { data: null };
    const asked = {
      now: ctx.clock(),
      showsComments: may(session, 'surveys.view'),
      readsAnswers: may(session, 'feedback.list'),
      share,
    };
    return { data: await readDashboard(tx, { ...scope, applicationId }, asked) };
  });

  const streams = new Set<ServerResponse>();
  routes.http.addHook('preClose', (done) => {
    for (const stream of streams) stream.end();
    done();
  });
  routes.http.get(
    `${API_BASE}/events`,
    { schema: { summary: 'Server-sent events: what changed in the current application', tags: ['events'] } },
    async (request, reply) => {
      let session = await sessionOf(request, routes.authenticate, { unattended: true });
      const { applicationId } = scopeOf(session);
      reply.hijack();
      const stream = reply.raw;
      stream.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      stream.write(': connected\n\n');
      streams.add(stream);
      const pending = new Set<string>();
      let timer: NodeJS.Timeout | undefined;
      // The stream ends when its session has ended, was locked, or moved to another application.
      const endIfOver = () =>
        sessionOf(request, routes.authenticate, { unattended: true }).then(
          (now) => (now.applicationId === session.applicationId ? (session = now) : stream.end()),
          () => stream.end(),
        );
      const unsubscribe = live.subscribe((changed, topics) => {
        if (topics.includes(SESSIONS_TOPIC)) return void endIfOver();
        const isTheirs = applicationId === 'all' || (applicationId !== null && changed === applicationId);
        if (!isTheirs) return;
        for (const topic of topics.filter((one) => mayHear(session, one))) pending.add(topic);
        if (pending.size === 0) return;
        timer ??= setTimeout(() => {
          timer = undefined;
          stream.write(`data: ${JSON.stringify({ topics: [...pending] })}\n\n`);
          pending.clear();
        }, GATHER_MS);
      });
      const check = setInterval(() => {
        stream.write(': alive\n\n');
        void endIfOver();
      }, KEEP_ALIVE_MS);
      stream.on('close', () => {
        streams.delete(stream);
        unsubscribe();
        clearTimeout(timer);
        clearInterval(check);
      });
    },
  );
}

/** Somebody who was given no permission yet learns nothing of what happens in the hospital but of their own inbox. */
const mayHear = ({ super_user, permissions }: Session, topic: string): boolean =>
  topic === 'inbox' || super_user === 1 || permissions.length > 0;
