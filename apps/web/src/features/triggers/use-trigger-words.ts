import { useTranslation } from 'react-i18next';
import type { triggers } from '@wardvoice/contract';
import { listed, named, useFormats } from '../../ui/kit/formats.ts';

/** Says "Send survey request: Discharge survey", and below it when, how and for whom. */
export function useTriggerWords(catalog: readonly triggers.CatalogEntry[] | undefined) {
  const { t } = useTranslation('triggers');
  const delay = useDelayWords();
  const { number } = useFormats();
  return ({
    trigger,
    action,
    config,
    survey_title,
    pathway_title,
  }: triggers.Trigger): { headline: string; details: string[] } => {
    const entry = catalog?.find(({ id }) => id === trigger);
    const chosen = entry?.actions.find(({ id }) => id === action);
    const filters = Object.entries(config.filters)
      .filter(([, selected]) => selected.length > 0)
      .map(([id, selected]) => {
        const filter = chosen?.filters.find((one) => one.id === id);
        const names = selected.map((value) => filter?.options.find((option) => option.id === value)?.title ?? value);
        return named(filter?.title ?? id, listed(names));
      });
    const actionTitle = chosen?.title ?? action;
    const about = survey_title ?? pathway_title ?? config.subject;
    return {
      headline: about ? named(actionTitle, about) : actionTitle,
      details: [
        entry?.title ?? trigger,
        ...(config.delay > 0 ? [t('after', { delay: delay(config.delay) })] : []),
        ...(config.channel ? [t(`channel.${config.channel}`)] : []),
        ...(config.sample_percent ? [t('share', { percent: number(config.sample_percent) })] : []),
        ...(config.ward_quota ? [t('quota', { quota: number(config.ward_quota) })] : []),
        ...(config.endpoint ? [config.endpoint] : []),
        ...filters,
      ],
    };
  };
}

const UNITS = [
  ['week', 10_080],
  ['day', 1440],
  ['hour', 60],
] as const;

/** Says a delay in the largest unit that divides it without a remainder. */
export function useDelayWords() {
  const { t } = useTranslation('triggers');
  return (minutes: number): string => {
    const unit = minutes > 0 ? UNITS.find(([, size]) => minutes % size === 0) : undefined;
    return unit ? t(`unit.${unit[0]}`, { count: minutes / unit[1] }) : t('unit.minute', { count: minutes });
  };
}
