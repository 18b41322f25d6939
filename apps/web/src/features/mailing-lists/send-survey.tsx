import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { surveys } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';

const FEW = 8;

/** Leads to a new broadcast of one of the surveys to this list. */
export function SendSurvey({ listId }: { listId: number }) {
  const { t } = useTranslation('mailing_lists');
  const may = useMay();
  const navigate = useNavigate();
  const mayChoose = may('broadcasts.create') && may('broadcasts.list') && may('surveys.list');
  const { data } = useQuery({
    ...ask(surveys.listSurveys, { query: { active: '1', per_page: FEW } }),
    enabled: mayChoose,
  });
  if (!mayChoose || !data) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}>{t('send')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data.data.length > 0 && <Menu.Label>{t('send_which')}</Menu.Label>}
        {data.data.map(({ id, title }) => (
          <Menu.Item
            key={id}
            dir="auto"
            onClick={() =>
              void navigate({ to: '/surveys/$id/broadcast', params: { id: String(id) }, search: { list: listId } })
            }
          >
            {title}
          </Menu.Item>
        ))}
        {data.last_page > 1 && (
          <Menu.Item onClick={() => void navigate({ to: '/surveys/index' })}>{t('send_more')}</Menu.Item>
        )}
        {data.data.length === 0 && may('surveys.create') && (
          <Menu.Item onClick={() => void navigate({ to: '/surveys/create' })}>{t('send_create')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
