import { expect, it, onTestFinished } from 'vitest';
import { within } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { nextEntryId } from './entry-ids.ts';

it('ids of the audit go up in the order in which they were given, so that entries of one instant are listed in it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const server = await startTestServer();
    onTestFinished(() => server.stop());
    const hospital = await server.makeApplication();
    const ids: number[] = [];
    // More than are reserved at once, so that some are drawn while others are being reserved.
    for (let entry = 0; entry < 150; entry += 1)
      ids.push(await within(server, hospital, (tx) => nextEntryId(tx, server.ctx)));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(new Set(ids).size).toBe(ids.length);
  }
});
