// @vitest-environment jsdom
import { renderAt, screen, waitFor, within } from '../../testing/render.tsx';
import { privacy } from '@wardvoice/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PersonRights } from '../../ui/domain/person-rights/person-rights.tsx';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const previewOf = (more: Partial<privacy.ErasurePreview> = {}): privacy.ErasurePreview => ({
  patient_id: 5,
  counts: { patients: 1, messages: 1200 },
  obstacles: [],
  open_case_ids: [],
  is_in_hospital: false,
  keeps_number: false,
  same_address: [],
  ...more,
});
const certificate: privacy.Erasure = {
  id: 3,
  at: '2026-11-20T10:00:00.000Z',
  user_name: 'Sam',
  reason: 'A letter of 3 May',
  patient_id: 5,
  erased: { patients: 1, messages: 1200 },
  kept: ['figures', 'audit', 'opt_out'],
};
const holdOf = (more: Partial<privacy.LegalHold> = {}): privacy.LegalHold => ({
  id: 9,
  patient_id: 5,
  identifier: '771',
  given_name: 'Dara',
  family_name: 'Quill',
  reason: 'A claim',
  held_at: '2026-11-20T10:00:00.000Z',
  held_by_name: 'Sam',
  released_at: null,
  released_by_name: null,
  release_reason: null,
  ...more,
});
const ALL = ['persons.export', 'persons.erase', 'persons.hold'];

beforeEach(() => {
  api.answer(privacy.listLegalHolds, pageOf<privacy.LegalHold>([]));
  api.answer(privacy.listErasures, pageOf<privacy.Erasure>([certificate]));
});

describe('the rights of a person', () => {
  const renderRights = (permissions = ALL, locations: string[] = []) => {
    signIn({ permissions, locations });
    return renderAt(<PersonRights who={{ patient_id: 5 }} />);
  };

  it('are offered each by its permission, and to nobody who sees only some wards', async () => {
    await renderRights(['persons.export']);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Export everything']);
  });

  it('are not shown to somebody of some wards', async () => {
    await renderRights(ALL, ['ASH']);
    expect(screen.queryByRole('region', { name: 'Privacy' })).toBeNull();
  });

  it('export everything into a file', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => (saved.push(file), 'blob:x'),
        revokeObjectURL: () => undefined,
      }),
    );
    api.answer(privacy.exportPerson, {
      data: {
        patient_id: 5,
        exported_at: '2026-11-20T10:00:00.000Z',
        organisation: 'St. Brigid’s',
        records: { texts: [{ text: 'Hello' }] },
      },
    });
    const { user } = await renderRights();
    await user.click(screen.getByRole('button', { name: 'Export everything' }));
    expect(await screen.findByText('The file has everything that is stored about this person.')).toBeDefined();
    expect(saved.map(({ type }) => type)).toEqual(['application/json']);
    expect(api.requestsTo(privacy.exportPerson)[0]?.query).toEqual({ patient_id: '5' });
  });

  it('erase only after it is said why and that it is the right person, and lead to the certificate', async () => {
    api.answer(privacy.previewErasure, {
      data: previewOf({
        is_in_hospital: true,
        keeps_number: true,
        same_address: [{ id: 8, name: 'Conn', email: null, phone: '+447700900123' }],
      }),
    });
    api.answer(privacy.erasePerson, { data: certificate });
    const { user, at } = await renderRights();
    await user.click(screen.getByRole('button', { name: 'Erase' }));
    const box = await screen.findByRole('dialog', { name: 'Erase this person' });
    const rows = within(await within(box).findByRole('table', { name: 'What will be erased' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Records of the patient1', 'HL7 messages1,200']);
    expect(box.textContent).toContain('The patient has an open visit.');
    expect(box.textContent).toContain('The hospital’s number stays');
    await user.click(within(box).getByRole('button', { name: 'Erase for good' }));
    expect(await within(box).findByText('Check who it is, then tick this.')).toBeDefined();
    await user.click(within(box).getByRole('checkbox', { name: /I have checked/ }));
    await user.click(within(box).getByRole('button', { name: 'Erase for good' }));
    expect((await within(box).findAllByText(/Say why/)).length).toBeGreaterThan(0);
    expect(api.requestsTo(privacy.erasePerson)).toEqual([]);
    await user.click(within(box).getByRole('checkbox', { name: 'Conn · +447700900123' }));
    await user.type(within(box).getByRole('textbox', { name: /^Reason/ }), 'A letter');
    await user.click(within(box).getByRole('button', { name: 'Erase for good' }));
    await waitFor(() => expect(at().path).toBe('/privacy/3'));
    expect(api.requestsTo(privacy.erasePerson)[0]?.body).toEqual({
      person: { patient_id: 5, reason: 'A letter', contact_ids: [8] },
    });
  });

  it('are not carried out while something stands in the way, which is named', async () => {
    api.answer(privacy.previewErasure, { data: previewOf({ obstacles: ['open_case'], open_case_ids: [12] }) });
    const { user } = await renderRights();
    await user.click(screen.getByRole('button', { name: 'Erase' }));
    const link = await screen.findByRole('link', { name: 'Case #12' });
    expect(link.getAttribute('href')).toBe('/cases/12');
    expect(screen.queryByRole('button', { name: 'Erase for good' })).toBeNull();
  });

  it('hold a patient with a reason, and release again', async () => {
    api.answer(privacy.holdPatient, { data: holdOf() });
    api.answer(privacy.releasePatient, { data: holdOf({ released_at: '2026-11-21T10:00:00.000Z' }) });
    const { user } = await renderRights();
    await user.click(await screen.findByRole('button', { name: 'Hold' }));
    const box = await screen.findByRole('dialog', { name: 'Hold what is stored about this patient' });
    await user.type(within(box).getByRole('textbox', { name: /^Reason/ }), 'A claim');
    api.answer(privacy.listLegalHolds, pageOf([holdOf()]));
    await user.click(within(box).getByRole('button', { name: 'Hold' }));
    expect(await screen.findByText(/^Under a legal hold since .*: A claim$/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Release' }));
    const release = await screen.findByRole('dialog', { name: 'Release the legal hold' });
    await user.type(within(release).getByRole('textbox', { name: /^Reason/ }), 'Settled');
    api.answer(privacy.listLegalHolds, pageOf<privacy.LegalHold>([]));
    await user.click(within(release).getByRole('button', { name: 'Release' }));
    expect(await screen.findByText('Not under a legal hold.')).toBeDefined();
    expect(api.requestsTo(privacy.releasePatient)[0]?.body).toEqual({ legal_hold: { reason: 'Settled' } });
  });
});

describe('the screens of privacy', () => {
  it('list certificates, and show one with what was erased and kept', async () => {
    signIn({ permissions: ['persons.erase'] });
    api.answer(privacy.getErasure, { data: certificate });
    const { user, at } = await renderScreen('/privacy/index');
    expect((await screen.findByRole('link', { name: 'Certificate #3' })).getAttribute('href')).toBe('/privacy/3');
    expect(at().path).toBe('/privacy/index');
    await user.tab();
    await renderScreen('/privacy/3');
    expect(await screen.findByRole('heading', { level: 1, name: 'Certificate #3' })).toBeDefined();
    const rows = within(screen.getByRole('table', { name: 'What was erased' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Records of the patient1', 'HL7 messages1,200']);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([expect.stringContaining('The opt-out, as a hash')]),
    );
  });

  it('list legal holds, those that stand and those that were released', async () => {
    signIn({ permissions: ['persons.hold', 'messages.list'] });
    api.answer(
      privacy.listLegalHolds,
      pageOf([
        holdOf(),
        holdOf({ id: 8, released_at: '2026-11-21T10:00:00.000Z', released_by_name: 'Ada', release_reason: 'Settled' }),
      ]),
    );
    await renderScreen('/legal-holds/index');
    expect(await screen.findAllByRole('link', { name: 'Quill, Dara' })).toHaveLength(2);
    expect(screen.getByText('Stands')).toBeDefined();
    expect(screen.getByText('Released by Ada: Settled')).toBeDefined();
  });
});
