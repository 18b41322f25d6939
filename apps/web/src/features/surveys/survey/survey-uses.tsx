import { Checkbox, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { surveys } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useFormats } from '../../../ui/kit/formats.ts';

export interface SurveyUsesChoice {
  /** What asks with the survey, one line each. Undefined until it is known. */
  lines: readonly string[] | undefined;
  /** What stays as it is or ends, one line each; it cannot be stopped. */
  others: readonly string[];
  /** Whether these are to be stopped too. */
  stops: boolean;
  setStops: (stops: boolean) => void;
  /**
   * To be called before the survey is switched off: what asks is stopped first, so that cut off in between, nobody is
   * refused and nothing asks.
   */
  stopFirst: () => Promise<void>;
}

/** What asks with a survey that somebody is about to switch off. */
export function useSurveyUses(id: number, isAsked = true): SurveyUsesChoice {
  const { t } = useTranslation('surveys');
  const uses = useQuery({ ...ask(surveys.listSurveyUses, { params: { id } }), enabled: isAsked }).data?.data;
  const lines = uses && linesOf(uses, t);
  const others = useOtherLines()(uses);
  const [stops, setStops] = useState(true);
  return {
    lines,
    others,
    stops,
    setStops,
    stopFirst: async () => {
      if (stops && lines && lines.length > 0) await call(surveys.stopSurveyUses, { params: { id } });
    },
  };
}

/** Lists what asks with the survey, and offers to stop it too. Shows nothing where nothing asks with it. */
export function SurveyUses({ of: { lines = [], others, stops, setStops } }: { of: SurveyUsesChoice }) {
  const { t } = useTranslation('surveys');
  if (lines.length === 0 && others.length === 0) return null;
  return (
    <div role="status">
      {lines.length > 0 && (
        <>
          <Text size="sm">{t('uses.lead')}</Text>
          <Lines lines={lines} />
          <Checkbox
            mb={12}
            label={t('uses.stop')}
            description={t('uses.stop_help')}
            checked={stops}
            onChange={({ currentTarget }) => setStops(currentTarget.checked)}
          />
        </>
      )}
      {others.length > 0 && (
        <>
          <Text size="sm">{t('uses.others')}</Text>
          <Lines lines={others} />
        </>
      )}
    </div>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <List size="sm" mt={4} mb={12}>
    {lines.map((line) => (
      <List.Item key={line}>{line}</List.Item>
    ))}
  </List>
);

/** Says what becomes of links that were sent, and of cases that are open. */
function useOtherLines() {
  const { t } = useTranslation('surveys');
  const { number } = useFormats();
  return (uses: surveys.SurveyUses | undefined): string[] => {
    if (!uses) return [];
    const { unanswered, open_cases } = uses;
    const isMore = unanswered >= surveys.MAX_COUNTED_LINKS;
    return [
      ...(isMore ? [t('uses.unanswered_at_least', { number: number(unanswered) })] : []),
      ...(unanswered > 0 && !isMore ? [t('uses.unanswered', { count: unanswered })] : []),
      ...uses.pathways.map((title) => t('uses.pathway', { title })),
      ...(open_cases > 0 ? [t('uses.open_cases', { count: open_cases })] : []),
    ];
  };
}

function linesOf(uses: surveys.SurveyUses, t: ReturnType<typeof useTranslation<'surveys'>>['t']): string[] {
  return [
    ...uses.trigger_ids.map((id) => t('uses.trigger', { id })),
    ...uses.mailing_lists.map((list) => t('uses.broadcast', { list })),
    ...uses.kiosk_labels.map((label) => t('uses.kiosk', { label })),
    ...(uses.after_cases ? [t('uses.after_cases')] : []),
    ...(uses.scheduled > 0 ? [t('uses.scheduled', { count: uses.scheduled })] : []),
    ...(uses.reminders > 0 ? [t('uses.reminders', { count: uses.reminders })] : []),
  ];
}
