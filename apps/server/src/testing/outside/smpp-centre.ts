import type { AddressInfo, Server } from 'node:net';
import smpp, { type Pdu, type Session } from 'smpp';

export interface SmppCentre {
  port: number;
  submitted: Pdu[];
  binds: number;
  session(): Session;
  /** The command_status of the next answers; null: no answer. */
  answers: (number | null)[];
  /** From now on, nothing that comes on the connections of now is answered, and they stay open. */
  fallSilent(): void;
  /** Sends a receipt (SMPP v3.4, appendix B) and resolves with its answer's command_status. */
  sendReceipt(messageId: string, stat: string): Promise<number>;
  stop(): Promise<void>;
}

interface CentreOptions {
  port?: number;
  /** Prefix of the numbers that the centre gives to messages. */
  prefix?: string;
  /** Is awaited before a message is answered, with the number that the message will have. */
  whileTaking?: (messageId: string) => Promise<void>;
}

/** Starts an SMPP centre on this machine that accepts every message. */
export async function startSmppCentre({
  port = 0,
  prefix = 'M',
  whileTaking = async () => undefined,
}: CentreOptions = {}): Promise<SmppCentre> {
  const submitted: Pdu[] = [];
  const answers: (number | null)[] = [];
  const sessions: Session[] = [];
  const silent = new Set<Session>();
  let binds = 0;
  const server: Server = smpp.createServer((session) => {
    sessions.push(session);
    session.on('error', () => undefined);
    session.on('bind_transceiver', (pdu: Pdu) => {
      binds += 1;
      const known = pdu.system_id === 'wardvoice' && pdu.password === 'p@ss';
      session.send(pdu.response({ command_status: known ? 0 : 0x0e }));
    });
    session.on('submit_sm', (pdu: Pdu) => {
      submitted.push(pdu);
      if (silent.has(session)) return;
      const status = answers.length > 0 ? answers.shift() : 0;
      if (status === null) return;
      const messageId = status === 0 ? `${prefix}${submitted.length}` : '';
      void whileTaking(messageId).then(() =>
        session.send(pdu.response({ command_status: status, message_id: messageId })),
      );
    });
    session.on('enquire_link', (pdu: Pdu) => silent.has(session) || session.send(pdu.response()));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const current = () => sessions.at(-1) as Session;
  return {
    port: (server.address() as AddressInfo).port,
    submitted,
    answers,
    session: current,
    fallSilent: () => sessions.forEach((session) => silent.add(session)),
    sendReceipt: (messageId, stat) =>
      new Promise((resolve) =>
        current().deliver_sm(
          {
            esm_class: 0x04,
            source_addr: '447700900123',
            short_message: `id:${messageId} sub:001 dlvrd:001 submit date:2603020815 done date:2603020816 stat:${stat} err:000 text:How`,
          },
          ({ command_status }) => resolve(command_status),
        ),
      ),
    stop: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(() => resolve());
      }),
    get binds() {
      return binds;
    },
  };
}
