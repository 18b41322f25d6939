import { type Socket } from 'node:net';
/** What the receiver does with a message that it has got. */
export type Reaction = (socket: Socket, controlId: string) => void;
/** Acknowledges with this code, under the id of the message or another one. */
export declare const acknowledging: (code: string, otherId?: string) => Reaction;
export interface MllpReceiver {
    port: number;
    /** The messages in the order of their arrival, as bytes. */
    received: Buffer[];
    /** Their MSH-10. */
    readonly controlIds: string[];
    react: Reaction;
    close(): Promise<void>;
}
/** Starts a system that receives messages by MLLP on this machine; with a certificate, by TLS. */
export declare function startMllpReceiver(certificate?: {
    cert: string;
    key: string;
}): Promise<MllpReceiver>;
