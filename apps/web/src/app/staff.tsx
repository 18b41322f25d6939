import './theme/staff-styles.ts';
import './i18n/all-texts.ts';
import { ModalsProvider } from '@mantine/modals';
import { RouterProvider } from '@tanstack/react-router';
import { speakPlainly } from '@wardvoice/contract';
import { router } from './router.tsx';

speakPlainly();

/** The whole application, for whoever has signed in or is about to. */
export default function Staff() {
  return (
    <ModalsProvider>
      <RouterProvider router={router} />
    </ModalsProvider>
  );
}
