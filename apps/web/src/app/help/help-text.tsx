import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../api/api-error.ts';
import { FailedState } from '../../ui/kit/state-panels.tsx';
import classes from './help.module.css';
import type { HelpTopic } from './help-topic.ts';

const files = import.meta.glob<Record<HelpTopic, string>>('./texts/*.json', { import: 'default' });

async function load(language: string): Promise<Record<HelpTopic, string>> {
  const file = files[`./texts/${language}.json`] ?? files['./texts/en.json'];
  if (!file) throw new Error('The help has no texts.');
  return file();
}

/** What can be done on a screen, in the language of the screens. */
export function HelpText({ topic }: { topic: HelpTopic }) {
  const { i18n } = useTranslation();
  const texts = useQuery({
    queryKey: ['help', i18n.language],
    queryFn: () => load(i18n.language),
    staleTime: Infinity,
    meta: { failureIsShown: true },
  });
  if (texts.isError) return <FailedState error={asApiError(texts.error)} onRetry={() => void texts.refetch()} />;
  if (!texts.data) return <Skeleton height={80} />;
  return (
    <div className={classes.text}>
      {texts.data[topic].split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
