import { ActionIcon, Button, type ActionIconProps } from '@mantine/core';
import { IconPencil, IconPlus, IconX, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface RowButtonProps extends Pick<ActionIconProps, 'className' | 'disabled' | 'loading'> {
  /** Names what is changed or removed, for whoever does not see the row. */
  label: string;
  onClick: () => void;
}

function RowButton({ icon: Icon, label, ...rest }: RowButtonProps & { icon: Icon }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} {...rest}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

/** A pencil at the end of a row. */
export const ChangeButton = (props: RowButtonProps) => <RowButton icon={IconPencil} {...props} />;

/** A cross at the end of a row. */
export const RemoveButton = (props: RowButtonProps) => <RowButton icon={IconX} {...props} />;

interface AddButtonProps {
  className?: string | undefined;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Adds a row, in the head of its panel or below the rows. */
export const AddButton = (props: AddButtonProps) => (
  <Button
    size="compact-sm"
    variant="default"
    leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
    {...props}
  />
);
