import { deliver } from '../deliver-message.ts';
import type { Run } from '../simulation-run.ts';
import type { SimulatedWardvoice } from '../simulated-wardvoice.ts';

interface AboutToLeave {
  application_id: number;
  /** Number of the visit or appointment. */
  number: string | null;
}

/** Plans that a message which forbids writing to somebody is acknowledged while a job is about to write to them. */
export function planUrgent(run: Run, wardvoice: SimulatedWardvoice): Promise<void> {
  return run.random.chance(0.5) ? planBeforeTransaction(run, wardvoice) : planAfterClaim(run, wardvoice);
}

/** The message is about somebody whose delivery is due. It is acknowledged before one of the first transactions of the jobs. */
async function planBeforeTransaction(run: Run, wardvoice: SimulatedWardvoice): Promise<void> {
  const { rows } = await wardvoice.observer.query<AboutToLeave>(
    `select d.application_id::int, coalesce(v.visit_number, v.appointment_number) as number
     from deliveries d join visits v on v.id = d.visit_id
     where d.state = 'scheduled' and d.send_at <= $1 order by d.send_at, d.id limit 1`,
    [run.now],
  );
  const [due] = rows;
  wardvoice.faults.before(run.random.int(0, 2), async () => {
    run.coverage.reached('something urgent is acknowledged while a job runs');
    await forbid(run, wardvoice, due);
  });
}

/**
 * The message is about somebody whose delivery is claimed and not yet dispatched, so that no transaction of the claim can know of
 * it.
 */
async function planAfterClaim(run: Run, wardvoice: SimulatedWardvoice): Promise<void> {
  let claimed: AboutToLeave | undefined;
  const isClaimed = async () => {
    const { rows } = await wardvoice.observer.query<AboutToLeave>(
      `select d.application_id::int, coalesce(v.visit_number, v.appointment_number) as number
       from deliveries d join visits v on v.id = d.visit_id
       where d.state = 'sending' and d.sent_at is null order by d.id limit 1`,
    );
    claimed = rows[0];
    return claimed !== undefined;
  };
  wardvoice.faults.afterCommit(isClaimed, async () => {
    run.coverage.reached('something urgent is acknowledged between claim and dispatch');
    await forbid(run, wardvoice, claimed);
  });
}

async function forbid(run: Run, wardvoice: SimulatedWardvoice, whom: AboutToLeave | undefined): Promise<void> {
  const { members, now } = run;
  const member = members.find(({ organisation }) => organisation.application.id === whom?.application_id) ?? members[0];
  if (member) await deliver(run, wardvoice, member.sender.urgent(now, whom?.number ?? null));
}
