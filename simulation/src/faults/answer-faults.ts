import type { ProductFault } from './product-fault.ts';

const CONSENT = 'features/consent';

/** Faults in what patients write back. */
export const ANSWER_FAULTS: readonly ProductFault[] = [
  {
    name: 'texts-not-stored',
    title: 'a text that is no keyword, such as a call for help, is answered 200 and stored nowhere',
    edits: [
      {
        file: `${CONSENT}/receive-text.ts`,
        find: '  const id = await insertInboundText(tx, row);\n',
        replace:
          '  if (said.meaning === null) return { understood: null, reply: null };\n  const id = await insertInboundText(tx, row);\n',
      },
    ],
  },
  {
    name: 'harm-not-heard',
    title: 'words of harm open no case',
    edits: [
      {
        file: 'features/texts/follow-up-text.ts',
        find: 'if (text.harm) await',
        replace: 'if (text.harm && false) await',
      },
    ],
  },
  {
    name: 'opt-out-only-as-stop',
    title: '"opt out" is not understood',
    edits: [
      {
        file: 'features/text-meaning/understand-text.ts',
        find: 'const found = findKeyword(plain) ?? findPhrase(plain) ?? findDoubtful(plain);',
        replace: "const found = ['stop', 'start', 'help'].includes(plain) ? findKeyword(plain) : null;",
      },
    ],
  },
  {
    name: 'opt-out-of-old-number',
    title: 'a stop is forgotten when the person has a new number',
    edits: [
      {
        file: 'features/suppression/facts.queries.ts',
        find: `where earlier.application_id = d.application_id and earlier.patient_id = p.id
            and (earlier.channel = \${channel}) is true`,
        replace: `where false and earlier.patient_id = p.id
            and (earlier.channel = \${channel}) is true`,
      },
    ],
  },
  {
    name: 'start-takes-back-everywhere',
    title: 'an opt-out counts for the one organisation that was told, and START to another takes it back',
    edits: [
      {
        file: `${CONSENT}/opt-outs.queries.ts`,
        find: `export async function deleteOwnOptOut(
  tx: Tx,
  { applicationId, channel, address }: Address,
  decision: Decision,
): Promise<boolean> {
`,
        replace: `export async function deleteOwnOptOut(
  tx: Tx,
  { applicationId, channel, address }: Address,
  decision: Decision,
): Promise<boolean> {
  await sql\`select set_config('wardvoice.all_applications', 'on', true)\`.execute(tx);
  if (applicationId > 0)
    return (await tx.deleteFrom('opt_outs').where('channel', '=', channel).where('address', '=', address.toLowerCase())
      .executeTakeFirst()).numDeletedRows > 0n;
`,
      },
    ],
  },
];
