import { SUPERUSER } from './superuser.ts';
import { startServer } from './start-server.ts';

/**
 * Starts the built server with an empty database and its first superuser. It has no simulated patients: everything in an
 * application was done by its own test. Tests find the server at WARDVOICE_URL (Playwright's baseURL) and its listener at
 * WARDVOICE_MLLP_PORT. When WARDVOICE_URL is set beforehand, that running server is tested and none is started.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['WARDVOICE_URL']) return undefined;
  const settings = {
    ADMIN_EMAIL: SUPERUSER.email,
    ADMIN_PASSWORD: SUPERUSER.password,
    REGISTRATION: '1',
    // A test receives pushes on this machine.
    PUSH_ALLOW_PRIVATE: '1',
  };
  const server = await startServer({ name: 'e2e-server', settings });
  process.env['WARDVOICE_URL'] = server.url;
  process.env['WARDVOICE_MLLP_PORT'] = String(server.mllpPort);
  return server.stop;
}
