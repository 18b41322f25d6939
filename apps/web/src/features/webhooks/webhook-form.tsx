import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { webhooks, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form, FormSection } from '../../ui/kit/form.tsx';
import { eventKey, isEventType } from './event-key.ts';
import classes from './webhook-form.module.css';

export type MadeWebhook = ReplyOf<typeof webhooks.createWebhook>['data'];
type Saved = { data: webhooks.Webhook };

interface WebhookFormProps {
  /** What is changed; undefined: a new one is made. */
  webhook?: webhooks.Webhook;
  onMade?: (made: MadeWebhook) => void;
  onSaved?: () => void;
  onCancel: () => void;
  onReload?: () => void;
}

type Values = {
  webhook: { url: string; description: string; events?: webhooks.EventType[]; active: boolean; version?: number };
};

const startOf = (webhook: webhooks.Webhook | undefined): Values => ({
  webhook: {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    // A FHIR Subscription has the events of its topic.
    ...(webhook?.topic ? {} : { events: webhook?.events.filter(isEventType) ?? [] }),
    active: webhook?.active ?? true,
    ...(webhook ? { version: webhook.version } : {}),
  },
});

export function WebhookForm({ webhook, onMade, onSaved, onCancel, onReload }: WebhookFormProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  async function save(values: Values): Promise<Saved> {
    if (webhook) return call(webhooks.updateWebhook, { params: { id: webhook.id }, body: values });
    const { events = [], ...settings } = values.webhook;
    const made = await call(webhooks.createWebhook, { body: { webhook: { ...settings, events } } });
    onMade?.(made.data);
    return made;
  }
  const record = useRecordForm<Values, Saved>({
    schema: webhook ? webhooks.updateWebhook.body : webhooks.createWebhook.body,
    wrapper: 'webhook',
    values: startOf(webhook),
    save,
    changes: ['webhooks', 'alarms'],
    onSaved: () => onSaved?.(),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  return (
    <Form of={record} submit={webhook ? t('common:record.save') : t('create')} onCancel={onCancel}>
      <TextInput
        label={t('url')}
        description={t('url_help')}
        required
        type="url"
        dir="ltr"
        maxLength={2000}
        placeholder="https://"
        data-autofocus
        {...form.getInputProps('webhook.url')}
      />
      <TextInput
        label={t('description')}
        description={t('description_help')}
        maxLength={200}
        {...form.getInputProps('webhook.description')}
      />
      {webhook?.topic ? (
        <p className="wv-quiet">{t('fhir_help')}</p>
      ) : (
        <FormSection title={t('events')} text={t('events_help')}>
          <Checkbox.Group
            value={form.values.webhook.events ?? []}
            onChange={(events) => form.setFieldValue('webhook.events', events.filter(isEventType))}
            error={form.errors['webhook.events']}
            aria-label={t('events')}
          >
            <div className={classes.events}>
              {webhooks.EVENT_TYPES.map((type) => (
                <Checkbox
                  key={type}
                  value={type}
                  label={t(`event.${eventKey(type)}.title`)}
                  description={t(`event.${eventKey(type)}.text`)}
                />
              ))}
            </div>
          </Checkbox.Group>
        </FormSection>
      )}
      <Switch
        label={t('active')}
        description={t('active_help')}
        {...form.getInputProps('webhook.active', { type: 'checkbox' })}
      />
    </Form>
  );
}
