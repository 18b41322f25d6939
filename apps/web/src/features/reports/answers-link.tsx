import type { ReactNode } from 'react';
import { linkOptions } from '@tanstack/react-router';
import type { reports } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';

export const linkToAnswers = (answers: reports.AnswersQuery) =>
  linkOptions({ to: '/feedback/records', search: answers });

interface AnswersLinkProps {
  /** Null: there are none to be shown. */
  answers: reports.AnswersQuery | null;
  label?: string;
  children: ReactNode;
}

/** Leads from a figure to its answers, for whoever may read them; for others it is the figure alone. */
export function AnswersLink({ answers, label, children }: AnswersLinkProps) {
  const may = useMay();
  if (!answers || !may('feedback.list')) return <>{children}</>;
  return (
    <AnchorLink {...linkToAnswers(answers)} aria-label={label}>
      {children}
    </AnchorLink>
  );
}
