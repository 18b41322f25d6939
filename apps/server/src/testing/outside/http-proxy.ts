import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * Starts a proxy on this machine that makes tunnels (RFC 9110 §9.3.6), and looks every name up as this machine. `status`: what it answers
 * instead, where that is not 200.
 */
export async function startHttpProxy(status: () => number = () => 200) {
  /** Where tunnels were asked for, and by whom. */
  const asked: { to: string; by: string | undefined }[] = [];
  const http = createServer();
  http.on('connect', ({ url = '', headers }, socket) => {
    asked.push({ to: url, by: headers['proxy-authorization'] });
    socket.on('error', () => undefined);
    const answer = status();
    if (answer !== 200) {
      socket.end(`HTTP/1.1 ${answer} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const there = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(there).pipe(socket);
    });
    there.on('error', () => socket.destroy());
    socket.on('close', () => there.destroy());
  });
  // A tunnel is no connection of HTTP any more, so the server does not close it.
  const sockets = new Set<Socket>();
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    asked,
    url: `http://ward:voice%40@127.0.0.1:${port}`,
    async close() {
      http.close();
      for (const socket of sockets) socket.destroy();
      await once(http, 'close');
    },
  };
}
