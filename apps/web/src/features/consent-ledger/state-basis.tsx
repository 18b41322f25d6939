import { Button, Modal, NativeSelect, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { consent } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';

/** States the legal basis of a purpose, from now on. */
export function StateBasis({ stated }: { stated: consent.PurposeBasis }) {
  const { t } = useTranslation(['consent_ledger', 'common']);
  const [opened, { open, close }] = useDisclosure();
  const title = t('state_of', { purpose: t(`purpose.${stated.purpose}`) });
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={title} onClick={open}>
        {t('state')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size={480}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <StateForm stated={stated} onClose={close} />
      </Modal>
    </>
  );
}

function StateForm({
  stated: { purpose, basis, note },
  onClose,
}: {
  stated: consent.PurposeBasis;
  onClose: () => void;
}) {
  const { t } = useTranslation('consent_ledger');
  const record = useRecordForm<{ statement: { purpose: string; basis: string; note: string } }, unknown>({
    schema: consent.stateBasis.body,
    wrapper: 'statement',
    values: { statement: { purpose, basis: basis ?? '', note: note ?? '' } },
    save: (values) => call(consent.stateBasis, { body: consent.stateBasis.body.parse(values) }),
    changes: ['opt_outs'],
    onSaved: () => {
      noticeSuccess(t('stated'));
      onClose();
    },
  });
  const { form } = record;
  return (
    <Form of={record} submit={t('state_submit')} onCancel={onClose}>
      <NativeSelect
        label={t('basis_label')}
        required
        data-autofocus
        data={[
          { value: '', label: t('choose') },
          ...consent.LEGAL_BASES.map((value) => ({ value, label: t(`basis.${value}`) })),
        ]}
        {...form.getInputProps('statement.basis')}
      />
      {form.values.statement.basis === 'consent' && <Text size="sm">{t('state_consent')}</Text>}
      <Textarea
        label={t('note_label')}
        description={t('note_hint')}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('statement.note')}
      />
    </Form>
  );
}
