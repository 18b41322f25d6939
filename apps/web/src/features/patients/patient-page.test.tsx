// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { consent, pathways, patients } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { consentOf, eventOf } from '../../testing/consent-records.ts';
import { patientOf } from '../../testing/patient-records.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const mergeOf = (id: number, more: Partial<patients.PatientMerge> = {}): patients.PatientMerge => ({
  id,
  kind: 'person',
  survivor_id: 5,
  gone_id: 6,
  gone_identifier: '882',
  message_id: null,
  user_name: 'Sam',
  at: '2026-11-20T10:00:00.000Z',
  undone_at: null,
  undone_by_name: null,
  ...more,
});

async function renderPatient(patient = patientOf(), permissions = ['messages.list', 'patients.update', 'texts.list']) {
  signIn({ permissions });
  api.answer(patients.getPatient, { data: patient });
  api.answer(consent.getPatientConsent, { data: consentOf() });
  api.answer(pathways.listEnrolments, pageOf<pathways.Enrolment>([]));
  const drawn = await renderScreen('/patients/5');
  await screen.findByRole('heading', { level: 1, name: /Quill/ });
  return drawn;
}

describe('the page of a patient', () => {
  it('says a birth date only as far as it is known', async () => {
    await renderPatient();
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '771',
      '1970 (year only)',
      'female',
    ]);
  });

  it('says of each part that there is nothing', async () => {
    await renderPatient();
    for (const words of [
      'No visit is known.',
      'Nothing was sent to this patient.',
      'No number leads to this record any more.',
      'The patient has written nothing back.',
      'No record was merged into this one.',
    ])
      expect(screen.getByText(words)).toBeDefined();
  });

  it('tells each visit with whether the patient was asked about it', async () => {
    const visit: patients.PatientDetail['visits'][number] = {
      id: 30,
      visit_number: 'V1',
      state: 'open',
      kind: 'inpatient',
      on_leave: true,
      location: 'W1',
      appointment_state: 'moved',
      expected_at: '2026-12-03T10:00:00.000Z',
      admitted_at: null,
      discharged_at: null,
      proof: {
        visit_id: 30,
        outcome: 'no_event',
        at: null,
        channel: null,
        survey_title: null,
        rule: null,
        reason: null,
        rules_not_matched: [],
      },
    };
    await renderPatient(patientOf({ visits: [visit] }));
    expect(screen.getByRole('link', { name: 'Visit V1' }).getAttribute('href')).toBe('/visits/30');
    const item = screen.getByRole('link', { name: 'Visit V1' }).closest('li');
    expect(item?.textContent).toBe(
      'Visit V1OpenOn leaveInpatient stay · Moved · W1 · 3 Dec 2026, 10:00Not asked: nothing has happened yet that a rule could act on.',
    );
  });

  it('names the numbers, and those that do not say by themselves who it is', async () => {
    await renderPatient(
      patientOf({
        identifiers: [
          { identifier: '771', authority: 'HOSP', type: 'MR', identifies: true },
          { identifier: '9', authority: 'WEST', type: '', identifies: false },
        ],
      }),
    );
    const rows = within(screen.getByRole('table', { name: 'Numbers' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '771HOSPMR',
      '9WESTnot nameddoes not say by itself who this is',
    ]);
  });

  it('says that nothing is sent while nobody can be sure who it is, and leads to the decision', async () => {
    await renderPatient(patientOf({ identity_in_doubt: true, deceased: true }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Quill, DaraDeceasedIdentity in doubt');
    expect(screen.getByRole('status').textContent).toContain('Nothing is sent until somebody decides.');
    expect(screen.getByRole('link', { name: 'Decide' }).getAttribute('href')).toBe('/patients/doubts');
  });

  it('leads to what the patient wrote only who may read it', async () => {
    const texts: patients.PatientDetail['texts'] = [
      {
        id: 31,
        channel: 'sms',
        text: 'Thank you',
        received_at: '2026-11-20T10:00:00.000Z',
        understood: null,
        harm: false,
        read_at: null,
      },
    ];
    await renderPatient(patientOf({ texts }), ['messages.list']);
    expect(screen.getByText('Thank you')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Thank you' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Merge/ })).toBeNull();
  });
});

describe('merged records of a patient', () => {
  it('say how they came to be one, and whether that was taken back', async () => {
    await renderPatient(
      patientOf({
        merges: [
          mergeOf(1),
          mergeOf(2, { kind: 'link', undone_at: '2026-11-21T10:00:00.000Z', undone_by_name: 'Kim' }),
          mergeOf(3, { kind: 'merge', survivor_id: 99 }),
        ],
      }),
    );
    expect(screen.getByText('882 was merged into this record by Sam')).toBeDefined();
    expect(screen.getByText('882 was linked to this record by a message')).toBeDefined();
    expect(screen.getByText(/^Taken back on .* · Kim$/)).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Take back' })).toHaveLength(1);
  });

  it('are taken back after the question', async () => {
    api.answer(patients.undoMerge, { data: patientOf() });
    const { user } = await renderPatient(patientOf({ merges: [mergeOf(1)] }));
    await user.click(screen.getByRole('button', { name: 'Take back' }));
    await screen.findByRole('dialog', { name: 'Take this merge back?' });
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(patients.undoMerge)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Take back' }));
    await answerBox(user, 'Yes');
    expect(await screen.findByText('The merge was taken back.')).toBeDefined();
    expect(api.requestsTo(patients.undoMerge).map(({ path }) => path)).toEqual(['/patients/5/merges/1/undo']);
  });

  it('become one with a reason: the other is found by name, and never oneself', async () => {
    const other = { ...patientOf({ id: 6, patient_id: 6, identifier: '882', given_name: 'Dora' }) };
    api.answer(patients.listPatients, pageOf([patientOf(), other]));
    api.answer(patients.mergePatients, { data: patientOf() });
    const { user } = await renderPatient();
    await user.click(screen.getByRole('button', { name: 'Merge another record into this' }));
    const box = await screen.findByRole('dialog', { name: 'Merge another record into this' });
    await user.click(within(box).getByRole('button', { name: 'Merge records' }));
    expect(await within(box).findByText('Say why: whoever looks at it later needs to know.')).toBeDefined();
    await user.type(within(box).getByRole('combobox'), 'quill');
    await user.click(await screen.findByRole('option', { name: 'Quill, Dora · 882 · 1970 (year only)' }));
    expect(screen.queryByRole('option', { name: /Quill, Dara/ })).toBeNull();
    await user.type(within(box).getByRole('textbox', { name: /Why they are/ }), 'Same passport');
    await user.dblClick(within(box).getByRole('button', { name: 'Merge records' }));
    expect(await screen.findByText('The records are one now.')).toBeDefined();
    expect(api.requestsTo(patients.mergePatients).map(({ body }) => body)).toEqual([
      { merge: { gone_id: 6, reason: 'Same passport' } },
    ]);
  });
});

describe('the consent of a patient', () => {
  const renderConsent = async (answer: () => void) => {
    signIn({ permissions: ['messages.list'] });
    api.answer(patients.getPatient, { data: patientOf() });
    answer();
    const drawn = await renderScreen('/patients/5');
    await screen.findByRole('heading', { level: 2, name: 'Consent' });
    return drawn;
  };

  it('says what is sent now, and what was decided, when, by which way and in which words', async () => {
    const events = [
      eventOf(3, {
        change: 'resumed',
        source: 'staff',
        user_name: 'Nora',
        note: 'Called us',
        manner: 'phone',
        given_on: '2026-01-05',
        bases: ['public_task'],
      }),
      eventOf(2, { wording: 'Ne plus recevoir ces e-mails ?\nArrêter', wording_language: 'fr' }),
      eventOf(1, { channel: 'sms', address: null, source: 'stop', is_earlier: true }),
    ];
    const purposes = [
      { purpose: 'surveys', basis: 'consent', channel: 'email', agreed: false } as const,
      { purpose: 'care', basis: 'public_task', channel: 'email', agreed: null } as const,
      { purpose: 'broadcasts', basis: null, channel: 'email', agreed: null } as const,
    ];
    const channels = consentOf().channels.map((one) =>
      one.channel === 'email' ? { ...one, source: 'unsubscribe' as const } : one,
    );
    const { user } = await renderConsent(() =>
      api.answer(consent.getPatientConsent, { data: consentOf({ channels, purposes, events }) }),
    );
    const now = await screen.findByRole('list', { name: 'What this person is sent now' });
    expect(
      within(now)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['E-mailNot written to: unsubscribed by link', 'SMSNo address']);
    const bases = screen.getByRole('list', { name: 'Purposes and legal bases' });
    expect(
      within(bases)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'surveys by E-mail: consent (Art. 6(1)(a)) · has not consented',
      'messages about care by E-mail: public task (Art. 6(1)(e))',
    ]);
    const history = screen.getByRole('list', { name: 'What was agreed to and refused, newest first' });
    const entries = within(history).getAllByRole('listitem');
    expect(entries[0]?.textContent).toContain('Wants all messages by E-mail again');
    expect(entries[0]?.textContent).toContain('recorded by staff · by NoraCalled us');
    expect(entries[0]?.textContent).toContain('Legal basis then: public task');
    expect(entries[0]?.textContent).toMatch(/Said on the phone on .*2026/);
    expect(entries[2]?.textContent).toContain('erased address');
    expect(entries[2]?.textContent).toContain('From before this ledger was kept');
    const words = within(history).getByText(/Ne plus recevoir/);
    expect([words.lang, words.closest('details')?.open]).toEqual(['fr', false]);
    await user.click(within(history).getByText('Words that were shown'));
    expect(words.closest('details')?.open).toBe(true);
  });

  it('is recorded with how, when and what was said, and not without', async () => {
    api.answer(consent.recordPatientConsent, { data: consentOf() });
    const { user } = await renderConsent(() => {
      signIn({ permissions: ['messages.list', 'contacts.update'] });
      api.answer(consent.getPatientConsent, { data: consentOf() });
    });
    await user.click(await screen.findByRole('button', { name: 'Record consent' }));
    const box = await screen.findByRole('dialog', { name: 'Record what the person said' });
    await user.selectOptions(within(box).getByLabelText(/^Purpose/), 'surveys');
    await user.selectOptions(within(box).getByLabelText(/^Channel/), 'E-mail');
    await user.click(within(box).getByRole('button', { name: 'Record' }));
    expect(await within(box).findByText('Said: Say how you were told.')).toBeDefined();
    expect(api.requestsTo(consent.recordPatientConsent)).toEqual([]);
    await user.selectOptions(within(box).getByLabelText(/^Said/), 'on paper');
    await user.type(within(box).getByLabelText(/^On/), '2026-01-05');
    await user.type(within(box).getByLabelText(/^What was said/), 'Form 12');
    await user.selectOptions(within(box).getByLabelText(/^The person/), 'withdraws the consent');
    await user.click(within(box).getByRole('button', { name: 'Record' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(consent.recordPatientConsent).map(({ body }) => body)).toEqual([
      {
        consent: {
          purpose: 'surveys',
          channel: 'email',
          agreed: false,
          manner: 'paper',
          given_on: '2026-01-05',
          note: 'Form 12',
        },
      },
    ]);
    await waitFor(() => expect(api.requestsTo(consent.getPatientConsent).length).toBeGreaterThan(1));
  });

  it('is not recorded by whoever may only look', async () => {
    await renderConsent(() => api.answer(consent.getPatientConsent, { data: consentOf() }));
    await screen.findByText('Is written to');
    expect(screen.queryByRole('button', { name: 'Record consent' })).toBeNull();
  });

  it('says that there is nothing', async () => {
    await renderConsent(() => api.answer(consent.getPatientConsent, { data: consentOf() }));
    expect(await screen.findByText('Nothing was agreed to or refused yet.')).toBeDefined();
    expect(screen.getByText('Is written to')).toBeDefined();
  });

  it('says that it could not be fetched, and fetches it again', async () => {
    const { user } = await renderConsent(() =>
      api.refuse(consent.getPatientConsent, 500, { message: 'The database is away.' }),
    );
    const again = await screen.findByRole('button', { name: 'Retry' });
    api.answer(consent.getPatientConsent, { data: consentOf() });
    await user.click(again);
    expect(await screen.findByText('Nothing was agreed to or refused yet.')).toBeDefined();
  });
});
