import { DirectionProvider, MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { ApplicationRegion } from '../ui/domain/application-region.tsx';
import { withoutSubPath } from '../api/sub-path.ts';
import { isOpenScreen, OpenScreens } from './open-screens.tsx';
import { queryClient } from './query-client.ts';
import { FollowLanguage } from './follow-language.tsx';
import { cssVariables, theme } from './theme/theme.ts';

const loadStaff = () => import('./staff.tsx');
const Staff = lazy(loadStaff);
const Notices = lazy(() => import('./notices.tsx'));

export function App() {
  const [isOpen, setIsOpen] = useState(() => isOpenScreen(withoutSubPath(window.location.pathname)));
  const { notifications } = useNotifications();
  const [isNoticed, setIsNoticed] = useState(!isOpen);
  // Before the sign-in there is hardly a notice; what draws them is loaded with the first.
  if (!isNoticed && (notifications.length > 0 || !isOpen)) setIsNoticed(true);
  const leave = useCallback(() => setIsOpen(false), []);
  useEffect(() => {
    // Whoever types is about to sign in: what comes then is loaded meanwhile.
    const load = () => void loadStaff().catch(() => undefined);
    if (isOpen) window.addEventListener('input', load, { once: true });
    return () => window.removeEventListener('input', load);
  }, [isOpen]);
  return (
    <DirectionProvider>
      <FollowLanguage />
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <ApplicationRegion>
            <Suspense>{isOpen ? <OpenScreens onLeave={leave} /> : <Staff />}</Suspense>
            <Suspense>{isNoticed && <Notices />}</Suspense>
          </ApplicationRegion>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
