import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sections } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { confirm } from '../../../ui/kit/confirm.ts';
import { ChangeButton, RemoveButton } from '../../../ui/kit/row-buttons.tsx';
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
          <ChangeButton label={t('sections.edit', { name: title })} onClick={onEdit} />
          <RemoveButton
            label={t('sections.remove', { name: title })}
            loading={remove.isPending}
            onClick={() => void askAndRemove()}
          />
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
