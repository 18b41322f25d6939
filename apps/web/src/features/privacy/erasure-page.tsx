import { Button, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { privacy } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { PersonalSections } from '../../ui/domain/person-rights/personal-sections.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';

/** Shows the certificate of an erasure, to be printed for the person who asked. */
export function ErasurePage() {
  const { t } = useTranslation('privacy');
  const { id } = useParams({ from: '/shell/privacy/$id' });
  const query = useQuery(ask(privacy.getErasure, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/privacy/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(erasure) => <Certificate erasure={erasure} path={path} />}
    </Record>
  );
}

function Certificate({ erasure, path }: { erasure: privacy.Erasure; path: { label: string; to: string }[] }) {
  const { t } = useTranslation('privacy');
  const { dateTime } = useFormats();
  const { id, at, user_name, reason, patient_id, erased, kept } = erasure;
  return (
    <Page
      title={t('certificate', { id })}
      path={path}
      lead={
        <FactLine>
          <Fact label={t('column.at')}>{dateTime(at)}</Fact>
          <Fact label={t('column.by')}>{user_name}</Fact>
          <Fact label={t('record')}>
            {patient_id === null ? t('record_of_contact') : t('record_of_patient', { id: patient_id })}
          </Fact>
          <Fact label={t('column.reason')}>{reason}</Fact>
        </FactLine>
      }
      actions={<Button onClick={() => window.print()}>{t('print')}</Button>}
    >
      <Panel title={t('erased_title')} flush>
        <PersonalSections counts={erased} label={t('erased_title')} />
      </Panel>
      <Panel title={t('kept_title')}>
        <List spacing={6}>
          {kept.map((what) => (
            <List.Item key={what}>{t(`kept.${what}`)}</List.Item>
          ))}
        </List>
      </Panel>
    </Page>
  );
}
