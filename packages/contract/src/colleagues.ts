import { z } from 'zod';

/** Somebody who may be given a record of one of these wards, or of every ward when there are none. */
export const colleague = z.object({ id: z.number(), name: z.string(), wards: z.array(z.string()) });
export type Colleague = z.output<typeof colleague>;
