import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { feedbackRecords } from '@wardvoice/contract';
import classes from './suggested-tags.module.css';
import type { useChange } from './use-change.ts';

interface SuggestedTagsProps {
  record: feedbackRecords.FeedbackDetail;
  change: ReturnType<typeof useChange>;
}

/** Tags that comments like these have, each with the words that decided and how often such suggestions were right. */
export function SuggestedTags({ record: { suggested_tags: suggested }, change }: SuggestedTagsProps) {
  const { t, i18n } = useTranslation('feedback');
  if (suggested.length === 0) return null;
  const words = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <section aria-labelledby="suggested-tags">
      <h3 id="suggested-tags" className={classes.heading}>
        {t('suggested_tags')}
      </h3>
      <ul className={classes.list}>
        {suggested.map(({ tag, words: decided, right_percent }) => (
          <li key={tag}>
            <span className={classes.actions}>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={14} aria-hidden />}
                aria-label={t('suggested_add', { tag })}
                disabled={change.isPending}
                onClick={() => change.mutate({ add_tags: [tag] })}
              >
                {tag}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('suggested_refuse', { tag })}
                title={t('suggested_refuse', { tag })}
                disabled={change.isPending}
                onClick={() => change.mutate({ refuse_tags: [tag] })}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </span>
            <span className={classes.reason}>
              {t('suggested_why', { words: words.format(decided.map((word) => `“${word}”`)), percent: right_percent })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
