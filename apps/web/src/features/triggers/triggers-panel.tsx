import { ActionIcon, Button, Menu, Switch } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { surveys, triggers, type ReplyOf } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { noticeFailedRequest, noticeSuccess } from '../../ui/domain/notices.ts';
import type { RecordChoice } from '../../ui/domain/pickers/record-select.tsx';
import { Pager } from '../../ui/kit/pager.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { AddButton } from '../../ui/kit/row-buttons.tsx';
import { EmptyState, FailedState } from '../../ui/kit/state-panels.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { TriggerPreview } from './trigger-preview.tsx';
import classes from './triggers.module.css';
import { useCatalog } from './use-catalog.ts';
import { useTriggerWords } from './use-trigger-words.ts';

interface TriggersPanelProps {
  applicationId: number;
  hospital: string;
  surveys: readonly RecordChoice[];
}

/** Lists the application's triggers. Each can be switched on or off, tried, changed and removed here. */
export function TriggersPanel({ applicationId, hospital, surveys: choices }: TriggersPanelProps) {
  const { t } = useTranslation('triggers');
  const mayChange = useMay()('triggers.update');
  const [paging, setPaging] = useState({ page: 1, per_page: 25 });
  /** The trigger that is changed, "new" for a new one, or null while the form is closed. */
  const [edited, setEdited] = useState<triggers.Trigger | 'new' | null>(null);
  /** Counts saves, so that the form begins anew after each. */
  const [saves, setSaves] = useState(0);
  const [tried, setTried] = useState<triggers.Trigger | null>(null);
  const catalog = useCatalog();
  const list = useQuery({
    ...ask(triggers.listTriggers, { params: { id: applicationId }, query: paging }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.data;

  return (
    <>
      <Panel
        title={t('title')}
        flush
        actions={mayChange && <AddButton onClick={() => setEdited('new')}>{t('add')}</AddButton>}
      >
        {list.isError && !rows ? (
          <FailedState error={asApiError(list.error)} onRetry={() => void list.refetch()} />
        ) : rows?.length === 0 ? (
          <EmptyState title={t('empty_title')} text={t('empty_text')} />
        ) : (
          <ul className={classes.list} aria-label={t('title')} aria-busy={!rows}>
            {rows?.map((trigger) => (
              <TriggerRow
                key={trigger.id}
                applicationId={applicationId}
                trigger={trigger}
                catalog={catalog}
                mayChange={mayChange}
                onEdit={() => setEdited(trigger)}
                onTry={() => setTried(trigger)}
              />
            ))}
          </ul>
        )}
        {list.data && list.data.last_page > 1 && (
          <Pager
            list={list.data}
            onPage={(page) => setPaging({ ...paging, page })}
            onPageSize={(per_page) => setPaging({ page: 1, per_page })}
          />
        )}
      </Panel>
      {edited && catalog && (
        <Panel title={edited === 'new' ? t('new_title') : t('edit_title', { id: edited.id })}>
          <TriggerForm
            key={`${edited === 'new' ? 'new' : `${edited.id} ${edited.version}`} ${saves}`}
            applicationId={applicationId}
            hospital={hospital}
            surveys={choices}
            catalog={catalog}
            trigger={edited === 'new' ? null : edited}
            onSaved={() => {
              noticeSuccess(t('saved'));
              setSaves(saves + 1);
              setEdited('new');
            }}
            onReload={() => {
              setEdited(null);
              void list.refetch();
            }}
            onCancel={() => setEdited(null)}
          />
        </Panel>
      )}
      <TriggerPreview applicationId={applicationId} trigger={tried} onClose={() => setTried(null)} />
    </>
  );
}

/** Says what a trigger has begun, which goes on without it. */
function useImpactText() {
  const { t } = useTranslation('triggers');
  const { number } = useFormats();
  return ({ scheduled, reminders, unanswered }: ReplyOf<typeof triggers.getTriggerUses>['data']): string =>
    [
      t('impact.lead'),
      scheduled > 0 ? t('impact.scheduled', { count: scheduled }) : '',
      reminders > 0 ? t('impact.reminders', { count: reminders }) : '',
      unanswered >= surveys.MAX_COUNTED_LINKS ? t('impact.unanswered_at_least', { number: number(unanswered) }) : '',
      unanswered > 0 && unanswered < surveys.MAX_COUNTED_LINKS ? t('impact.unanswered', { count: unanswered }) : '',
      scheduled === 0 && unanswered === 0 ? t('impact.nothing') : '',
    ]
      .filter(Boolean)
      .join(' ');
}

interface TriggerRowProps {
  applicationId: number;
  trigger: triggers.Trigger;
  catalog: readonly triggers.CatalogEntry[] | undefined;
  mayChange: boolean;
  onEdit: () => void;
  onTry: () => void;
}

function TriggerRow({ applicationId, trigger, catalog, mayChange, onEdit, onTry }: TriggerRowProps) {
  const { t } = useTranslation(['triggers', 'common']);
  const invalidate = useInvalidate();
  const { headline, details } = useTriggerWords(catalog)(trigger);
  const params = { id: applicationId, triggerId: trigger.id };
  const refresh = () => invalidate('triggers');
  const toggle = useMutation({
    mutationFn: (active: boolean) =>
      call(triggers.updateTrigger, {
        params,
        body: { trigger: { ...bodyOf(trigger), active, version: trigger.version } },
      }),
    onSuccess: refresh,
    onError: (cause) => {
      noticeFailedRequest(cause);
      void refresh();
    },
  });
  const remove = useMutation({
    mutationFn: () => call(triggers.deleteTrigger, { params }),
    onSuccess: () => {
      noticeSuccess(t('common:record.deleted', { what: t('what'), id: trigger.id }));
      void refresh();
    },
    onError: noticeFailedRequest,
  });
  const impact = useMutation({
    mutationFn: () => call(triggers.getTriggerUses, { params }),
    onError: noticeFailedRequest,
  });
  const impactText = useImpactText();
  /** Asks with what the trigger has begun; false as well when that could not be found out. */
  const isSure = async (title: string, dangerous: boolean): Promise<boolean> => {
    const reply = await impact.mutateAsync().catch(() => null);
    return reply !== null && (await confirm({ title, text: impactText(reply.data), dangerous }));
  };
  const askToRemove = async () => {
    const title = t('common:record.delete_title', { what: t('what'), id: trigger.id });
    if (await isSure(title, true)) remove.mutate();
  };
  const askToSwitch = async (active: boolean) => {
    if (active || (await isSure(t('switch_off_title', { id: trigger.id }), false))) toggle.mutate(active);
  };
  const name = t('number', { id: trigger.id });
  return (
    <li className={classes.row} data-off={!trigger.active || undefined}>
      <Switch
        size="sm"
        checked={toggle.isPending ? toggle.variables : trigger.active}
        disabled={!mayChange || toggle.isPending || impact.isPending}
        aria-label={t('switch', { name })}
        onChange={(event) => void askToSwitch(event.currentTarget.checked)}
      />
      <div className={classes.words}>
        <div className={classes.headline}>
          {headline} <span className={classes.number}>#{trigger.id}</span>
        </div>
        <div className={classes.details}>{details.join(' · ')}</div>
      </div>
      {mayChange && (
        <div className={classes.actions}>
          <Button variant="subtle" size="compact-sm" aria-label={t('try_label', { name })} onClick={onTry}>
            {t('try')}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={t('edit_label', { name })}
            onClick={onEdit}
          >
            {t('common:record.edit')}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={t('more', { name })} size={28}>
                <IconDots size={16} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item color="red" onClick={() => void askToRemove()}>
                {t('common:record.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </li>
  );
}

const bodyOf = ({ trigger, action, config, active }: triggers.Trigger) => ({ trigger, action, config, active });
