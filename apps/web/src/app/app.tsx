import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { DirectionProvider } from '@mantine/core';
import { ApplicationRegion } from '../ui/domain/application-region.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme/theme.ts';

export function App() {
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <ApplicationRegion>
            <ModalsProvider>
              <Notifications position="bottom-right" limit={5} />
              <RouterProvider router={router} />
            </ModalsProvider>
          </ApplicationRegion>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
