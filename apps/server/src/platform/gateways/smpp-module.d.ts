/** Types of the part of node-smpp that we use; the package has none of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer } from 'node:net';

  export interface Pdu {
    command: string;
    command_status: number;
    sequence_number: number;
    esm_class: number;
    data_coding: number;
    source_addr: string;
    destination_addr: string;
    short_message: { message: string | Buffer; udh?: Buffer[] | undefined };
    message_payload?: { message: string | Buffer; udh?: Buffer[] | undefined };
    sar_msg_ref_num?: number;
    sar_total_segments?: number;
    sar_segment_seqnum?: number;
    message_id: string;
    receipted_message_id?: string;
    message_state?: number;
    system_id: string;
    password: string;
    registered_delivery: number;
    response(options?: Record<string, unknown>): Pdu;
  }

  type Answer = (pdu: Pdu) => void;

  export interface Session extends EventEmitter {
    bind_transceiver(options: { system_id: string; password: string }, answer: Answer): boolean;
    submit_sm(options: Record<string, unknown>, answer: Answer): boolean;
    deliver_sm(options: Record<string, unknown>, answer?: Answer): boolean;
    enquire_link(answer?: Answer): boolean;
    unbind(answer?: Answer): boolean;
    send(pdu: Pdu): boolean;
    close(done?: () => void): void;
    destroy(done?: () => void): void;
  }

  export function connect(options: { host: string; port: number; tls?: boolean }): Session;
  export function createServer(listener: (session: Session) => void): NetServer;

  export const encodings: { ASCII: { encode(text: string): Buffer }; UCS2: { encode(text: string): Buffer } };
  const smpp: { connect: typeof connect; createServer: typeof createServer; encodings: typeof encodings };
  export default smpp;
}
