import { Stack, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { feedbackRecords } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { ColleagueSelect } from '../../ui/domain/pickers/colleague-select.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { SuggestedTags } from './suggested-tags.tsx';
import { useChange } from './use-change.ts';
import { listed } from '../../ui/kit/formats.ts';

type Detail = feedbackRecords.FeedbackDetail;

/** Shows who looks after these answers and their tags, and lets colleagues change both. */
export function FollowUpPanel({ record }: { record: Detail }) {
  const { t } = useTranslation('feedback');
  const mayUpdate = useMay()('feedback.update');
  return (
    <Panel title={t('follow_up')}>
      {mayUpdate ? (
        <Stack gap={16}>
          <AssignField record={record} />
          <TagsField record={record} />
        </Stack>
      ) : (
        <FactLine>
          <Fact label={t('assigned_to')}>{record.assigned_to_name ?? t('nobody')}</Fact>
          <Fact label={t('tags')}>{listed(record.tags)}</Fact>
        </FactLine>
      )}
    </Panel>
  );
}

function useChoices() {
  const { data } = useQuery(ask(feedbackRecords.listFeedbackChoices, {}));
  return data?.data;
}

function AssignField({ record: { id, location, assigned_to_id, assigned_to_name } }: { record: Detail }) {
  const { t } = useTranslation('feedback');
  const change = useChange(id);
  const people = useChoices()?.people;
  return (
    <ColleagueSelect
      label={t('assigned_to')}
      description={t('assigned_help')}
      placeholder={t('assigned_hint')}
      people={people}
      ward={location}
      present={assigned_to_id === null ? null : { id: assigned_to_id, name: assigned_to_name ?? t('somebody') }}
      value={assigned_to_id}
      clearable
      disabled={people === undefined || change.isPending}
      onChange={(to_id) =>
        change.mutate(
          { assignment: { to_id, instead_of_id: assigned_to_id } },
          {
            onSuccess: ({ data }) =>
              noticeSuccess(
                data.assigned_to_name === null
                  ? t('assigned_none')
                  : t('assigned_done', { name: data.assigned_to_name }),
              ),
          },
        )
      }
    />
  );
}

function TagsField({ record }: { record: Detail }) {
  const { id, tags } = record;
  const { t } = useTranslation('feedback');
  const change = useChange(id);
  const set = (wanted: readonly string[]) => {
    const wantedTags = wanted.map((tag) => tag.toLowerCase());
    change.mutate({
      add_tags: wantedTags.filter((tag) => !tags.includes(tag)),
      remove_tags: tags.filter((tag) => !wantedTags.includes(tag)),
    });
  };
  return (
    <>
      <TagsInput
        label={t('tags')}
        placeholder={tags.length === 0 ? t('tags_hint') : ''}
        data={useChoices()?.tags ?? []}
        value={tags}
        maxTags={feedbackRecords.MAX_TAGS}
        maxLength={40}
        readOnly={change.isPending}
        onChange={set}
        acceptValueOnBlur
      />
      <SuggestedTags record={record} change={change} />
    </>
  );
}
