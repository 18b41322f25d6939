import type { reports } from '@wardvoice/contract';
import { AnswersLink } from './answers-link.tsx';
import classes from './reports.module.css';

interface SingleFigureProps {
  title: string;
  value: string;
  help: string;
  answers: reports.AnswersQuery | null;
}

/** A chart of one point is a number. */
export const SingleFigure = ({ title, value, help, answers }: SingleFigureProps) => (
  <dl className={classes.single}>
    <dt>{title}</dt>
    <dd>
      <AnswersLink answers={answers}>{value}</AnswersLink> <span className={classes.help}>{help}</span>
    </dd>
  </dl>
);
