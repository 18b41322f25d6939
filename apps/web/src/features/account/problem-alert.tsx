import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

export function ProblemAlert({ text }: { text: string | null }) {
  return (
    text && (
      <Alert role="alert" color="red" icon={<IconAlertTriangle />}>
        {text}
      </Alert>
    )
  );
}
