import { ApplicationPage } from '../../features/applications/application-page.tsx';
import { TriggersPanel } from '../../features/triggers/triggers-panel.tsx';

/** Screens are put together here where they show widgets of several slices. */
export function ApplicationScreen() {
  return (
    <ApplicationPage
      triggers={({ id, title, surveys }) => <TriggersPanel applicationId={id} hospital={title} surveys={surveys} />}
    />
  );
}
