import { createServer, type AddressInfo } from 'node:net';
import { buildAcknowledgment, FrameDecoder, readHeader, wrapFrame } from '@wardvoice/hl7';

// The upper limit for any listener: reads frames and their headers, answers AA, and stores nothing.
let count = 0;
const server = createServer({ noDelay: true }, (socket) => {
  const decoder = new FrameDecoder({ maxFrameBytes: 2 << 20, keepBytes: 65_536 });
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    const answers: Uint8Array[] = [];
    for (const event of decoder.push(chunk)) {
      if (event.kind !== 'frame') continue;
      const read = readHeader(event.bytes);
      const to = read.ok ? read.header : null;
      answers.push(
        wrapFrame(
          buildAcknowledgment({ to, code: 'AA', controlId: String((count += 1)), dateTime: '20260302081512+0000' }),
        ),
      );
    }
    if (answers.length > 0) socket.write(Buffer.concat(answers));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
