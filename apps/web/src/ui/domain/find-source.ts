import type { LinkOptions } from '@tanstack/react-router';
import type { Endpoint } from '@wardvoice/contract';
import type { MenuReader } from './menu-entry.ts';

/** A record that the command palette found, or a screen that creates one. */
export interface Found {
  id: string;
  title: string;
  /** What tells it apart from others of the same title. */
  detail?: string;
  link: LinkOptions;
}

/** What a slice gives to the command palette. Everything in it is what the person may open; the server decides as well. */
export interface FindSource {
  name: string;
  /** Heading of what is found. */
  title: string;
  /** Undefined where the person may not read these records. */
  find?: (term: string, signal: AbortSignal) => Promise<Found[]>;
  /** Screens that are not in the menu, those that the person may open. */
  screens?: Found[];
  /** The screen that creates a record. Undefined where the person may not. */
  create?: Found;
}

export type SliceFind = (reader: MenuReader) => FindSource;

/** At most this many records of a kind are shown. Who needs others types more, or opens the list. */
export const MAX_FOUND = 5;

/** Whether the server would answer a call for the person. */
export const mayCall = ({ application, may }: MenuReader, { access }: Endpoint): boolean =>
  typeof access === 'string' || ((application !== null || access.anyApplication === true) && may(access.permission));
