import type { triggers, BodyInputOf } from '@wardvoice/contract';
import type { RecordForm } from '../../ui/kit/form.tsx';

export type TriggerValues = BodyInputOf<typeof triggers.updateTrigger>;
export type TriggerFormState = RecordForm<TriggerValues>['form'];
export type CatalogAction = triggers.CatalogEntry['actions'][number];
type Config = TriggerValues['trigger']['config'];

const NEW: TriggerValues['trigger'] = { trigger: '', action: '', config: { filters: {} }, active: true };

/** Returns what the form begins with. Null: a new trigger. */
export function valuesOf(trigger: triggers.Trigger | null): TriggerValues {
  if (!trigger) return { trigger: NEW };
  const { trigger: event, action, config, active, version } = trigger;
  return { trigger: { trigger: event, action, config, active, version } };
}

/** Returns what a pack asks for, with the survey and the words that were chosen before. Nothing of another pack is left. */
export const startFrom = ({ survey_id, subject, text }: Config, pack: CatalogAction['packs'][number]): Config => ({
  ...pack.config,
  ...(survey_id === undefined ? {} : { survey_id }),
  ...(subject === undefined ? {} : { subject }),
  ...(text === undefined ? {} : { text }),
});

/** Keeps what another action has as well. Fields and filters that it does not have would be refused. */
export function keepKnown(config: Config, action: CatalogAction | undefined): Config {
  const fields = new Set(action?.fields.map(({ id }) => id));
  const filters = new Set(action?.filters.map(({ id }) => id));
  return {
    ...Object.fromEntries(Object.entries(config).filter(([id]) => fields.has(id))),
    filters: Object.fromEntries(Object.entries(config.filters ?? {}).filter(([id]) => filters.has(id))),
  };
}
