import { useBlocker } from '@tanstack/react-router';
import i18next from 'i18next';
import { useId, useLayoutEffect } from 'react';
import { confirm } from '../../kit/confirm.ts';

/** What is on the page now: each form says whether it holds something that has not been saved. */
const forms = new Map<string, () => boolean>();

/** Asks before the page is left while the form holds something unsaved. A form that is gone asks nothing any more. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const id = useId();
  useLayoutEffect(() => {
    forms.set(id, isUnsaved);
    return () => void forms.delete(id);
  });
  useBlocker({
    shouldBlockFn: async () => forms.get(id)?.() === true && !(await agreeToLose()),
    enableBeforeUnload: isUnsaved,
  });
}

/** Resolves to true where nothing on the page is unsaved, or the person gives it up. */
export async function mayLeave(): Promise<boolean> {
  return [...forms.values()].every((isUnsaved) => !isUnsaved()) || agreeToLose();
}

const agreeToLose = (): Promise<boolean> =>
  confirm({ title: i18next.t('form.leave_title'), text: i18next.t('form.leave_text'), dangerous: true });
