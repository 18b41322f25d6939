import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { ApplicationRegion } from '../ui/domain/application-region.tsx';
import { isOpenScreen, OpenScreens } from './open-screens.tsx';
import { queryClient } from './query-client.ts';
import { cssVariables, theme } from './theme/theme.ts';

const loadStaff = () => import('./staff.tsx');
const Staff = lazy(loadStaff);

export function App() {
  const [isOpen, setIsOpen] = useState(() => isOpenScreen(window.location.pathname));
  const leave = useCallback(() => setIsOpen(false), []);
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <ApplicationRegion>
            <Notifications position="bottom-right" limit={5} />
            {isOpen ? (
              <OpenScreens onLeave={leave} />
            ) : (
              <Suspense>
                <Staff />
              </Suspense>
            )}
          </ApplicationRegion>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
