import { Alert, Anchor, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './form.module.css';
import type { RecordForm } from './use-record-form.ts';

interface FormProps<Values extends object> {
  of: RecordForm<Values>;
  /** A verb: "Create category". */
  submit: string;
  onCancel?: () => void;
  children: ReactNode;
}

/** One column of fields, a summary of what is wrong that takes the focus, and the buttons. */
export function Form<Values extends object>({ of, submit, onCancel, children }: FormProps<Values>) {
  const { t } = useTranslation();
  return (
    <form className={classes.form} onSubmit={of.submit} noValidate>
      <Summary of={of} />
      {children}
      <div className={classes.buttons}>
        <Button type="submit" loading={of.isSaving}>
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
          const field = path === null ? null : (form.getInputNode(path as never) as HTMLInputElement | null);
          const label = field?.labels?.[0]?.textContent?.replace(/\s*\*$/, '');
          return (
            <li key={`${path}${text}`}>
              {field ? (
                <Anchor component="button" type="button" onClick={() => field.focus()}>
                  {label ? `${label}: ${text}` : text}
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

/** Fields that belong together, under a heading of their own. */
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
  /** Something in it needs a look. */
  isOpen: boolean;
  children: ReactNode;
}

/** What a new record can do without: closed until somebody wants it. */
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
