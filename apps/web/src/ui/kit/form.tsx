import { Alert, Anchor, Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from './failure.ts';
import { named } from './formats.ts';
import classes from './form.module.css';

export interface FormProblem {
  /** Path of the field in the form; null when the problem is of the form as a whole. */
  path: string | null;
  text: string;
}

export interface RecordForm<Values extends object> {
  form: UseFormReturnType<Values>;
  problems: readonly FormProblem[];
  /** Counts failed attempts to save, so that the summary takes the focus each time. */
  attempts: number;
  isSaving: boolean;
  /** The 409 of the server: somebody else saved first, or another rule of it forbids the change. Null otherwise. */
  conflict: Failure | null;
  reload: (() => void) | undefined;
  submit: (event?: FormEvent<HTMLFormElement>) => void;
}

interface FormProps<Values extends object> {
  of: RecordForm<Values>;
  /** Text of the button, which begins with a verb, such as "Create category". */
  submit: string;
  /** What the form does cannot be taken back. */
  dangerous?: boolean;
  onCancel?: () => void;
  children: ReactNode;
}

/** Shows one column of fields and the buttons. Above them, a summary of what is wrong takes the focus. */
export function Form<Values extends object>({ of, submit, dangerous = false, onCancel, children }: FormProps<Values>) {
  const { t } = useTranslation();
  return (
    <form className={classes.form} onSubmit={of.submit} noValidate>
      <Summary of={of} />
      {children}
      <div className={classes.buttons}>
        <Button type="submit" loading={of.isSaving} {...(dangerous ? { color: 'red' } : {})}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

function Summary<Values extends object>({
  of: { form, problems, attempts, conflict, reload },
}: {
  of: RecordForm<Values>;
}) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) box.current?.focus();
  }, [attempts]);

  if (conflict) {
    return (
      <Alert
        ref={box}
        tabIndex={-1}
        role="alert"
        color="yellow"
        icon={<IconAlertTriangle />}
        title={t('form.conflict')}
      >
        <p className={classes.text}>{conflict.message}</p>
        {reload && (
          <Button variant="default" size="compact-sm" onClick={reload}>
            {t('form.reload')}
          </Button>
        )}
      </Alert>
    );
  }
  if (problems.length === 0) return null;
  return (
    <Alert ref={box} tabIndex={-1} role="alert" color="red" icon={<IconAlertTriangle />} title={t('form.problems')}>
      <ul className={classes.problems}>
        {problems.map(({ path, text }) => {
          const field = path === null ? null : form.getInputNode<HTMLInputElement, string>(path);
          const label = field?.labels?.[0]?.textContent?.replace(/\s*\*$/, '');
          return (
            <li key={`${path}${text}`}>
              {field ? (
                <Anchor component="button" type="button" onClick={() => field.focus()}>
                  {label ? named(label, text) : text}
                </Anchor>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}

/** Groups fields that belong together under a heading. */
export function FormSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>{title}</legend>
      {text && <p className={classes.text}>{text}</p>}
      {children}
    </fieldset>
  );
}

interface FoldedSectionProps {
  title: string;
  text: string;
  /** Opens the section by itself, because a field in it has an error. */
  isOpen: boolean;
  children: ReactNode;
}

/** Holds fields that a new record can do without. It is closed until somebody opens it. */
export function FoldedSection({ title, text, isOpen, children }: FoldedSectionProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className={classes.folded}
      open={isOpen || wasOpened}
      onToggle={(event) => setWasOpened(event.currentTarget.open)}
    >
      <summary>
        <span className={classes.legend}>{title}</span>
        <span className={classes.text}>{text}</span>
      </summary>
      <div className={classes.unfolded}>{children}</div>
    </details>
  );
}
