import { Alert, Button, Checkbox, Loader, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { privacy, type ReplyOf } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { Form } from '../../kit/form.tsx';
import { AnchorLink } from '../../kit/links.tsx';
import { FailedState } from '../../kit/state-panels.tsx';
import { noticeSuccess } from '../notices.ts';
import { PersonalSections } from './personal-sections.tsx';
import { useRecordForm } from '../record-form/use-record-form.ts';

/** Names a person by the record of a patient, or by a contact. */
export type Who = { patient_id: number } | { contact_id: number };

/** Erases a person, after it has shown what is stored, and leads to the certificate. */
export function EraseDialog({ who }: { who: Who }) {
  const { t } = useTranslation(['privacy', 'common']);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" color="red" size="xs" onClick={open}>
        {t('rights.erase')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('erase.title')}
        size={560}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <Preview who={who} onClose={close} />
      </Modal>
    </>
  );
}

function Preview({ who, onClose }: { who: Who; onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const query = useQuery({ ...ask(privacy.previewErasure, { query: who }, { failureIsShown: true }), staleTime: 0 });
  if (query.error) return <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loader size="sm" aria-label={t('erase.title')} />;
  const preview = query.data.data;
  return (
    <Stack gap={12}>
      <Text size="sm">{t('erase.help')}</Text>
      <PersonalSections counts={preview.counts} label={t('erase.what')} />
      <Warnings preview={preview} />
      {preview.obstacles.length === 0 && <EraseForm who={who} preview={preview} onClose={onClose} />}
    </Stack>
  );
}

function Warnings({ preview }: { preview: privacy.ErasurePreview }) {
  const { t } = useTranslation('privacy');
  const { obstacles, open_case_ids, is_in_hospital, keeps_number } = preview;
  return (
    <>
      {obstacles.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {obstacles.map((obstacle) => (
            <div key={obstacle}>{t(`erase.obstacle.${obstacle}`)}</div>
          ))}
          {open_case_ids.map((id) => (
            <AnchorLink key={id} to="/cases/$id" params={{ id: String(id) }} me={12}>
              {t('erase.case', { id })}
            </AnchorLink>
          ))}
        </Alert>
      )}
      {is_in_hospital && <Text size="sm">{t('erase.in_hospital')}</Text>}
      {keeps_number && <Text size="sm">{t('erase.keeps_number')}</Text>}
    </>
  );
}

interface Values {
  person: Who & { reason: string; contact_ids: number[] };
}

function EraseForm({ who, preview, onClose }: { who: Who; preview: privacy.ErasurePreview; onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const navigate = useNavigate();
  const [isSure, setSure] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const record = useRecordForm<Values, ReplyOf<typeof privacy.erasePerson>>({
    schema: privacy.erasePerson.body,
    wrapper: 'person',
    values: { person: { ...who, reason: '', contact_ids: [] } },
    save: (body) => call(privacy.erasePerson, { body }),
    changes: ['privacy'],
    onSaved: ({ data }) => {
      noticeSuccess(t('erase.done'));
      void navigate({ to: '/privacy/$id', params: { id: String(data.id) } });
    },
  });
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    setAsked(true);
    if (isSure) record.submit(event);
    else event?.preventDefault();
  };
  return (
    <Form of={{ ...record, submit }} submit={t('erase.submit')} dangerous onCancel={onClose}>
      {preview.same_address.length > 0 && (
        <Checkbox.Group
          label={t('erase.same_address')}
          value={record.form.values.person.contact_ids.map(String)}
          onChange={(ids) => record.form.setFieldValue('person.contact_ids', ids.map(Number))}
          error={record.form.errors['person.contact_ids']}
        >
          <Stack gap={6} mt={6}>
            {preview.same_address.map(({ id, name, email, phone }) => (
              <Checkbox key={id} value={String(id)} label={[name, email, phone].filter(Boolean).join(' · ')} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Textarea
        label={t('erase.reason')}
        description={t('erase.reason_hint')}
        required
        autosize
        minRows={2}
        maxLength={500}
        {...record.form.getInputProps('person.reason')}
      />
      <Checkbox
        label={t('erase.sure')}
        checked={isSure}
        onChange={(event) => setSure(event.currentTarget.checked)}
        error={isAsked && !isSure ? t('erase.sure_missing') : null}
      />
    </Form>
  );
}
