import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { portOf } from './port-of.ts';
import { readSystemError } from './read-system-error.ts';

it('reads the code and the port of a system call that failed', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  const failure = await new Promise((resolve) => {
    createServer().once('error', resolve).listen(port, '127.0.0.1');
  });
  expect(readSystemError(failure)).toMatchObject({ code: 'EADDRINUSE', port });
});

it('reads only the message of another error, and the text of what is no error', () => {
  expect(readSystemError(new Error('lost'))).toEqual({ code: undefined, port: undefined, message: 'lost' });
  expect(readSystemError('lost')).toEqual({ code: undefined, port: undefined, message: 'lost' });
  expect(readSystemError(undefined).message).toBe('undefined');
});

it('a server that does not listen has no port', () => {
  expect(() => portOf(createServer())).toThrow('does not listen');
});
