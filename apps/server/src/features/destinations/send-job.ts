import type { Job } from '../../platform/jobs/jobs.ts';

export const SEND_TO_DESTINATION = 'send-to-destination';

/** The job that sends what is due to one destination. One that has not begun stands for all later ones. */
export const sendToDestinationJob = (id: number, runAt?: Date): Job => ({
  task: SEND_TO_DESTINATION,
  payload: { destination_id: id },
  key: runAt ? `destination ${id} later` : `destination ${id}`,
  ...(runAt ? { runAt } : {}),
});
