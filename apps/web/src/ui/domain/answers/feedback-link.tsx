import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/session.ts';
import { AnchorLink } from '../../kit/links.tsx';

/** Leads to the page of an answered survey; nothing for people who may not read it. */
export function FeedbackLink({ id, children }: { id: number | null; children?: ReactNode }) {
  const { t } = useTranslation();
  const mayRead = useMay()('feedback.list');
  if (id === null || !mayRead) return null;
  return (
    <AnchorLink to="/feedback/records/$id" params={{ id: String(id) }}>
      {children ?? t('answers.all')}
    </AnchorLink>
  );
}
