// @vitest-environment jsdom
import { audit, MAX_UNPAGED, patients } from '@wardvoice/contract';
import { describe, expect, it, vi } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { screen, waitFor } from '../../testing/render.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const entryOf = (id: number, more: Partial<audit.AuditEntry> = {}): audit.AuditEntry => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  user_id: 3,
  user_name: 'Nora',
  session_id: 1,
  address: '10.20.30.40',
  application_id: 7,
  application_title: 'St. Brigid’s',
  action: 'view',
  record_type: 'visits',
  record_id: 5,
  record_name: null,
  refused: false,
  patient_ids: [5],
  details: {},
  position: id,
  ...more,
});

const textOf = (row: HTMLElement) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent);

async function renderSheet(
  entries: audit.AuditEntry[],
  { search = '?patient_id=5', permissions = ['audit.list'] } = {},
) {
  signIn({ permissions });
  api.answer(audit.listAudit, pageOf(entries));
  return renderScreen(`/audit/sheet${search}`);
}

describe('the sheet of who saw a patient', () => {
  it('says who saw or changed what, when and from where, with everything on one page', async () => {
    const { user } = await renderSheet(
      [
        entryOf(1, { details: { as: { role: 'Ward nurse', wards: ['ASH', 'BIRCH'] } } }),
        entryOf(2, { user_name: 'Ida', action: 'update', record_type: 'cases', record_id: 8, refused: true }),
      ],
      { search: '?patient_id=5&from=2026-11-01' },
    );
    const rows = (await screen.findAllByRole('row')).slice(1).map(textOf);
    expect(rows).toEqual([
      [expect.stringContaining('20'), 'NoraWard nurse · ASH, BIRCH', 'Viewed', 'Visit 5', '10.20.30.40'],
      [expect.stringContaining('20'), 'Ida', 'Changed, refused', 'Case 8', '10.20.30.40'],
    ]);
    expect(screen.getByText('Patient no. 5')).toBeDefined();
    expect(screen.getByText(/From .*1.* As of /)).toBeDefined();
    expect(api.requestsTo(audit.listAudit)[0]?.query).toMatchObject({
      patient_id: '5',
      from: '2026-11-01',
      paginate: '0',
    });
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('says that nobody did', async () => {
    await renderSheet([]);
    expect(await screen.findByText('Nobody has seen or changed anything about this patient.')).toBeDefined();
  });

  it('says when there are more entries than a sheet holds', async () => {
    await renderSheet(Array.from({ length: MAX_UNPAGED }, (_, n) => entryOf(n + 1)));
    expect(await screen.findByText(/Only the newest 1000 entries are on this sheet/)).toBeDefined();
  });

  it('says what to do without a patient', async () => {
    await renderSheet([], { search: '' });
    expect(await screen.findByText('No patient is chosen')).toBeDefined();
    expect(api.requestsTo(audit.listAudit)).toEqual([]);
  });

  it('asks for the name only where the user may see patients', async () => {
    await renderSheet([entryOf(1)], { permissions: ['audit.list', 'messages.list'] });
    await waitFor(() => expect(api.requestsTo(patients.getPatient)).toHaveLength(1));
  });

  it('says what failed, and offers to retry', async () => {
    signIn({ permissions: ['audit.list'] });
    api.refuse(audit.listAudit, 500, { message: 'Something went wrong.' });
    await renderScreen('/audit/sheet?patient_id=5');
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('the audit of one patient', () => {
  it('leads to the sheet', async () => {
    signIn({ permissions: ['audit.list'] });
    api.answer(audit.listAudit, pageOf([entryOf(1)]));
    api.answer(audit.getAuditState, {
      data: { verification: null, checkpoint: null, removed: null, owned_by_program: false },
    });
    await renderScreen('/audit/index?patient_id=5');
    const link = await screen.findByRole('link', { name: 'Sheet to print' });
    expect(link.getAttribute('href')).toBe('/audit/sheet?patient_id=5');
  });
});
