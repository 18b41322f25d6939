import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { speakPlainly, type Schema } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { checkValues } from '../../ui/domain/record-form/check-values.ts';

// The screens before the sign-in are drawn without the rest of the application, which does the same.
speakPlainly();

interface AccountFormOptions<Values extends object, Done> {
  schema: Schema;
  values: Values;
  send: (values: Values) => Promise<Done>;
  onDone?: (done: Done) => void;
}

/** A short form. Its fields are checked by the contract before it is sent, and by the server afterwards. */
export function useAccountForm<Values extends object, Done>({
  schema,
  values,
  send,
  onDone,
}: AccountFormOptions<Values, Done>) {
  const form = useForm<Values>({
    initialValues: values,
    validate: checkValues(schema),
  });
  /** An error that belongs to no field of the form. */
  const [problem, setProblem] = useState<string | null>(null);
  const mutation = useMutation({
    mutationFn: send,
    meta: { failureIsShown: true },
    onSuccess: (done) => onDone?.(done),
    onError: (cause) => {
      const error = asApiError(cause);
      const fields = Object.entries(error.errors).map(([field, texts]) => [field, texts.join(' ')] as const);
      const shown = fields.filter(([field]) => field in values);
      form.setErrors(Object.fromEntries(shown));
      setProblem(shown.length < Math.max(1, fields.length) ? error.message : null);
    },
  });
  return {
    form,
    problem,
    isSending: mutation.isPending,
    done: mutation.data ?? null,
    submit: form.onSubmit((filled) => {
      setProblem(null);
      mutation.mutate(filled);
    }),
  };
}
