import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

/* `component={Link}` would lose the types of the search; createLink keeps them. */

type Plain<Own> = Own & Omit<ComponentPropsWithRef<'a'>, keyof Own>;

export const ButtonLink = createLink((props: Plain<ButtonProps>) => <Button component="a" {...props} />);
export const AnchorLink = createLink((props: Plain<AnchorProps>) => <Anchor {...props} />);
