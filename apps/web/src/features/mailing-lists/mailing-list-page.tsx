import { IconClipboardHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mailingLists } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay, useSeesEveryWard } from '../../api/session.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { ImportPanel } from './import-panel.tsx';
import { KiosksPanel } from './kiosks-panel.tsx';
import { MembersPanel } from './members-panel.tsx';
import { isUnderWay, LOOK_AGAIN_MS, RefreshProgress, useRefreshNotice } from './refresh-progress.tsx';
import { SendSurvey } from './send-survey.tsx';
import { useRuleWords } from './use-rule-words.ts';

export function MailingListPage() {
  const { t } = useTranslation('mailing_lists');
  const { id } = useParams({ from: '/shell/mailingList/$id' });
  const query = useQuery({
    ...ask(mailingLists.getMailingList, { params: { id: Number(id) } }, { failureIsShown: true }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data.refresh) ? LOOK_AGAIN_MS : false),
  });
  useRefreshNotice(query.data?.data.refresh);
  const path = [{ label: t('title'), to: '/mailingList/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(list) => <MailingListRecord list={list} path={path} />}
    </Record>
  );
}

interface MailingListRecordProps {
  list: mailingLists.MailingListDetail;
  path: { label: string; to: string }[];
}

function MailingListRecord({ list, path }: MailingListRecordProps) {
  const { t } = useTranslation(['mailing_lists', 'common']);
  const { number } = useFormats();
  const ruleWords = useRuleWords();
  const may = useMay();
  const seesEveryWard = useSeesEveryWard();
  const navigate = useNavigate();
  const { id, name, title, type_of, contacts_count, unreachable_count, refreshed_at, rules } = list;
  return (
    <Page
      title={name}
      heading={<span dir="auto">{name}</span>}
      path={path}
      lead={
        <FactLine>
          <Fact label={t('list_title')}>{title && <span dir="auto">{title}</span>}</Fact>
          <Fact label={t('type')}>{t(`types.${type_of}`)}</Fact>
          <Fact label={t('contacts')}>{number(contacts_count)}</Fact>
          <Fact label={t('unreachable')}>{unreachable_count > 0 && number(unreachable_count)}</Fact>
          <Fact label={t('refreshed')}>{refreshed_at && <RelativeTime at={refreshed_at} />}</Fact>
          <Fact label={t('rules.title')}>{type_of === 'dynamic' && ruleWords(rules)}</Fact>
        </FactLine>
      }
      actions={
        <>
          {may('feedback.create') && (
            <ButtonLink
              variant="default"
              to="/mailingList/$id/feedback"
              params={{ id: String(id) }}
              leftSection={<IconClipboardHeart size={16} stroke={1.75} aria-hidden />}
            >
              {t('take.title')}
            </ButtonLink>
          )}
          {contacts_count > 0 && <SendSurvey listId={id} />}
          {may('mailing-lists.update') && (
            <ButtonLink variant="default" to="/mailingList/$id/edit" params={{ id: String(id) }}>
              {t('common:record.edit')}
            </ButtonLink>
          )}
          {may('mailing-lists.delete') && (
            <DeleteButton
              what={t('what')}
              id={id}
              consequence={async () => {
                const { data } = await call(mailingLists.getMailingListUses, { params: { id } });
                const kiosks = data.kiosks > 0 ? t('delete_kiosks', { count: data.kiosks }) : '';
                return { text: [t('delete_text'), kiosks].filter(Boolean).join(' '), refusal: data.deletion_refusal };
              }}
              remove={() => call(mailingLists.deleteMailingList, { params: { id } })}
              changes={['mailing_lists', 'broadcasts']}
              onDeleted={() => void navigate({ to: '/mailingList/index' })}
            />
          )}
        </>
      }
    >
      {may('feedback.create') && <KiosksPanel listId={id} hidesWhenEmpty />}
      {type_of === 'static' && may('contacts.import') && seesEveryWard && (
        <ImportPanel listId={id} isEmpty={contacts_count === 0} />
      )}
      <RefreshProgress refresh={list.refresh} />
      <MembersPanel list={list} />
    </Page>
  );
}
