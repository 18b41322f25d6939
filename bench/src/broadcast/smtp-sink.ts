import { createServer, type AddressInfo } from 'node:net';

/** A mail server in a process of its own that accepts every e-mail at once and keeps none, at almost no cost. */
const server = createServer((socket) => {
  let isContent = false;
  let rest = '';
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.write('220 sink\r\n');
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (;;) {
      const end = isContent ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n');
      if (end === -1) return;
      const command = rest.slice(0, 4).toUpperCase();
      rest = rest.slice(end + (isContent ? 5 : 2));
      if (isContent) {
        isContent = false;
        socket.write('250 taken\r\n');
      } else if (command === 'DATA') {
        isContent = true;
        socket.write('354 go on\r\n');
      } else if (command === 'QUIT') {
        socket.end('221 bye\r\n');
      } else {
        socket.write(command === 'EHLO' ? '250-sink\r\n250 8BITMIME\r\n' : '250 ok\r\n');
      }
    }
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
