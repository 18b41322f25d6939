import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

const START_BLOCK = 0x0b;
const END_BLOCK = 0x1c;

/** A system on this machine that receives messages over MLLP. */
export interface MllpReceiver {
  port: number;
  /** MSH-10 of the messages in the order of their arrival. */
  controlIds: string[];
  /** MSA-1 of its acknowledgements. */
  answer: 'AA' | 'AE' | 'AR';
  close(): Promise<void>;
}

export async function startMllpReceiver(): Promise<MllpReceiver> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
      for (let end = received.indexOf(END_BLOCK); end !== -1; end = received.indexOf(END_BLOCK)) {
        const controlId = received.subarray(1, end).toString('utf8').split('|')[9] ?? '';
        received = received.subarray(end + 2);
        receiver.controlIds.push(controlId);
        const text = `MSH|^~\\&|LAB|X|WV|Y|20260101||ACK|1|P|2.5.1\rMSA|${receiver.answer}|${controlId}\r`;
        socket.write(Buffer.concat([Buffer.from([START_BLOCK]), Buffer.from(text), Buffer.from([END_BLOCK, 0x0d])]));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: MllpReceiver = {
    port: (server.address() as AddressInfo).port,
    controlIds: [],
    answer: 'AA',
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
