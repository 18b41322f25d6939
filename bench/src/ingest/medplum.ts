import { createServer, type AddressInfo } from 'node:net';
import { Hl7Server, type Hl7MessageEvent } from '@medplum/hl7';

// The peer: @medplum/hl7's own server and acknowledgement; it stores nothing.
const server = new Hl7Server((connection) => {
  connection.addEventListener('message', ({ message }: Hl7MessageEvent) => connection.send(message.buildAck()));
});
// It takes no port 0.
const probe = createServer().listen(0, '127.0.0.1', () => {
  const { port } = probe.address() as AddressInfo;
  probe.close(() => {
    void Promise.resolve(server.start(port)).then(() => setTimeout(() => process.send?.({ port }), 200));
  });
});
