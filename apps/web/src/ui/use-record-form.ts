import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import i18next from 'i18next';
import { useRef, useState, type FormEvent } from 'react';
import type { Schema } from '@wardvoice/contract';
import { asApiError, type ApiError } from '../api/api-error.ts';
import { confirm } from './confirm.ts';
import { noticeFailedRequest, noticeInvalid, noticeTrouble } from './notices.ts';

export interface FormProblem {
  /** Path of the field in the form; null: the form as a whole. */
  path: string | null;
  text: string;
}

interface RecordFormOptions<Values extends object, Saved> {
  /** Body of the endpoint that saves, its wrapper included: `values` has the same shape. */
  schema: Schema;
  /** Name of the wrapper in `values`; the server names fields inside it. */
  wrapper: string;
  values: Values;
  save: (values: Values) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  /** Title of a red notice for four seconds whenever the server refused; without it, only what no field shows is told. */
  failureTitle?: string;
  /** Somebody else saved first (409): called after "look at theirs", to fetch the record anew. */
  onReload?: () => void;
}

export interface RecordForm<Values extends object> {
  form: UseFormReturnType<Values>;
  problems: readonly FormProblem[];
  /** Counts failed attempts to save, so that the summary takes the focus each time. */
  attempts: number;
  isSaving: boolean;
  /** What the server said when somebody else saved first, or another of its own rules said no; null otherwise. */
  conflict: ApiError | null;
  reload: (() => void) | undefined;
  submit: (event?: FormEvent<HTMLFormElement>) => void;
}

/**
 * A form over one endpoint: checked by the contract before it is sent, and by the server after. Nothing typed is lost: an
 * error leaves it as it is, and leaving the page with changes asks first.
 */
export function useRecordForm<Values extends object, Saved>({
  schema,
  wrapper,
  values,
  save,
  onSaved,
  failureTitle,
  onReload,
}: RecordFormOptions<Values, Saved>): RecordForm<Values> {
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: values,
    validate: schemaResolver(schema as never, { sync: true }) as never,
  });
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [attempts, setAttempts] = useState(0);
  const [conflict, setConflict] = useState<ApiError | null>(null);
  const isDone = useRef(false);

  const mutation = useMutation({
    mutationFn: save,
    // By field, as a conflict, or below.
    meta: { failureIsShown: true },
    onSuccess: async (saved) => {
      isDone.current = true;
      await client.invalidateQueries();
      onSaved(saved);
      isDone.current = false;
    },
    onError: (cause) => {
      const error = asApiError(cause);
      setAttempts((count) => count + 1);
      if (failureTitle) noticeTrouble(failureTitle, [error.message, ...Object.values(error.errors).flat()].join(' '));
      if (error.status === 409) return setConflict(error);
      const fields = Object.entries(error.errors).map(([field, texts]) => ({
        // A body may have a second object beside the wrapper; the server names its fields in full.
        path: (field.split('.')[0] ?? '') in values ? field : `${wrapper}.${field}`,
        text: texts.join(' '),
      }));
      if (fields.length === 0) return failureTitle ? undefined : noticeFailedRequest(cause);
      form.setErrors(Object.fromEntries(fields.map(({ path, text }) => [path, text])));
      setProblems(fields);
    },
  });

  useBlocker({
    shouldBlockFn: async () => {
      if (isDone.current || mutation.isSuccess || !form.isDirty()) return false;
      return !(await confirm({
        title: i18next.t('form.leave_title'),
        text: i18next.t('form.leave_text'),
        dangerous: true,
      }));
    },
    enableBeforeUnload: () => form.isDirty() && !mutation.isSuccess,
  });

  const submit = form.onSubmit(
    (filled) => {
      setProblems([]);
      setConflict(null);
      mutation.mutate(filled);
    },
    (errors) => {
      setProblems(Object.entries(errors).map(([path, text]) => ({ path, text: typeof text === 'string' ? text : '' })));
      setAttempts((count) => count + 1);
      noticeInvalid();
    },
  );

  return {
    form,
    problems,
    attempts,
    isSaving: mutation.isPending,
    conflict,
    reload: onReload && (() => (form.reset(), setConflict(null), onReload())),
    submit,
  };
}
