import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import { useRef, useState } from 'react';
import type { Schema } from '@wardvoice/contract';
import { asApiError, type ApiError } from '../../../api/api-error.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import type { Topic } from '../../../api/topics.ts';
import type { FormProblem, RecordForm } from '../../kit/form.tsx';
import { countNotices, noticeFailedRequest, noticeInvalid, noticeSuccess, noticeTrouble } from '../notices.ts';
import { checkValues } from './check-values.ts';
import { useUnsaved } from './unsaved.ts';

interface RecordFormOptions<Values extends object, Saved> {
  /** Body of the endpoint that saves, its wrapper included: `values` has the same shape. */
  schema: Schema;
  /** Name of the wrapper in `values`; the server names fields inside it. */
  wrapper: string;
  values: Values;
  save: (values: Values) => Promise<Saved>;
  /** Topics whose data changes with the save. They are fetched again before `onSaved` is called. */
  changes: [Topic, ...Topic[]];
  /** Goes on from the form. Where it shows no notice in its own words, "Saved." is shown. */
  onSaved: (saved: Saved) => void;
  /**
   * Title of a notice that is shown whenever the server refused. Without it, a notice is shown only for a failure that no
   * field shows.
   */
  failureTitle?: string;
  /** Fetches the record again. It is called when somebody else saved first (409) and the person wants to see that version. */
  onReload?: () => void;
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
  changes,
  onSaved,
  failureTitle,
  onReload,
}: RecordFormOptions<Values, Saved>): RecordForm<Values> {
  const invalidate = useInvalidate();
  const form = useForm<Values>({
    initialValues: values,
    validate: checkValues(schema),
  });
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [attempts, setAttempts] = useState(0);
  const [conflict, setConflict] = useState<ApiError | null>(null);
  /**
   * Whether the last attempt to save has succeeded. It is a ref because the router may ask before the next render, and it
   * stays true until the next attempt because the router asks the forms of a screen one after the other.
   */
  const isDone = useRef(false);

  const mutation = useMutation({
    mutationFn: save,
    // The failure is shown by its fields, as a conflict, or by a notice below.
    meta: { failureIsShown: true },
    onMutate: () => {
      isDone.current = false;
    },
    onSuccess: async (saved) => {
      isDone.current = true;
      await invalidate(...changes);
      const before = countNotices();
      onSaved(saved);
      if (countNotices() === before) noticeSuccess(i18next.t('record.saved'));
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

  useUnsaved(() => form.isDirty() && !isDone.current);

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
