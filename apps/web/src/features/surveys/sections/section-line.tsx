import { ActionIcon } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sections } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { confirm } from '../../../ui/kit/confirm.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import classes from './section-line.module.css';

interface SectionLineProps {
  surveyId: number;
  section: sections.Section;
  /** Undefined where the person may not change it. */
  onEdit: (() => void) | undefined;
}

/** A heading among the questions of a survey. */
export function SectionLine({ surveyId, section: { id, title, introduction }, onEdit }: SectionLineProps) {
  const { t } = useTranslation('surveys');
  const invalidate = useInvalidate();
  const remove = useMutation({
    mutationFn: () => call(sections.deleteSection, { params: { id: surveyId, sectionId: id } }),
    onSuccess: () => noticeSuccess(t('sections.removed')),
    onSettled: () => invalidate('surveys'),
  });
  const askAndRemove = async () => {
    const isSure = await confirm({
      title: t('sections.remove', { name: title }),
      text: t('sections.remove_text'),
      dangerous: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <div className={classes.line}>
      <h3 className={classes.title}>
        <bdi>{title}</bdi>
      </h3>
      {onEdit && (
        <div className={classes.actions}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('sections.edit', { name: title })}
            onClick={onEdit}
          >
            <IconPencil size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('sections.remove', { name: title })}
            loading={remove.isPending}
            onClick={() => void askAndRemove()}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {introduction && (
        <div className={classes.introduction} dir="auto">
          {introduction}
        </div>
      )}
    </div>
  );
}
