import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { makeAuthority } from './make-certificate.ts';

export interface ReceivedEvent {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Certificate of the authority that signed its own (PEM). */
  readonly ca: string;
  readonly received: ReceivedEvent[];
  /** Sets what is answered from now on. Default: 204. */
  answer: (response: ServerResponse, event: ReceivedEvent) => void;
  /** Resolves when so many requests have come. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

export const answering =
  (status: number, text = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end(text);

/** Starts a receiver of webhooks on this machine, by HTTPS. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const authority = makeAuthority();
  const received: ReceivedEvent[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  const server = createServer(authority.issue('127.0.0.1'), (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const event = { headers: request.headers, body };
      received.push(event);
      receiver.answer(response, event);
      for (const one of waiting) if (received.length >= one.count) one.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A connection that this machine closed just when the next event was sent on it would be a failed attempt.
  server.keepAliveTimeout = 0;
  const receiver: WebhookReceiver = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ca: authority.cert,
    received,
    answer: answering(204),
    until: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.add({ count, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Verifies a request as the library of Standard Webhooks does, and returns its content. Throws when it is not genuine. */
export const verifyEvent = (secret: string, { body, headers }: ReceivedEvent): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
