import { startServer } from './start-server.ts';

/**
 * Starts the built server with the sample hospital, as `npm run demo` would.
 * Tests find it at WARDVOICE_URL (Playwright's baseURL) and its listener at WARDVOICE_MLLP_PORT.
 * With WARDVOICE_URL set beforehand, that running server is tested and none is started.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['WARDVOICE_URL']) return undefined;
  const server = await startServer({ name: 'e2e-server', args: ['demo'] });
  process.env['WARDVOICE_URL'] = server.url;
  process.env['WARDVOICE_MLLP_PORT'] = String(server.mllpPort);
  return server.stop;
}
