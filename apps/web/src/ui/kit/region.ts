import { createContext, use } from 'react';

/** The country and the time zone by which numbers, dates and times are written. */
export interface Region {
  country: string | undefined;
  timeZone: string | undefined;
}

/** Without a region, the language alone and the clock of the browser decide. */
export const RegionContext = createContext<Region>({ country: undefined, timeZone: undefined });

export const useRegion = (): Region => use(RegionContext);
