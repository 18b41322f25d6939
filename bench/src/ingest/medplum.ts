import { createServer, type AddressInfo } from 'node:net';
import { Hl7Server, type Hl7MessageEvent } from '@medplum/hl7';

// The server and acknowledgement of @medplum/hl7, for comparison. It stores nothing.
const server = new Hl7Server((connection) => {
  connection.addEventListener('message', ({ message }: Hl7MessageEvent) => connection.send(message.buildAck()));
});
// It does not accept port 0, so a free port is found first.
const probe = createServer().listen(0, '127.0.0.1', () => {
  const { port } = probe.address() as AddressInfo;
  probe.close(() => {
    void Promise.resolve(server.start(port)).then(() => setTimeout(() => process.send?.({ port }), 200));
  });
});
