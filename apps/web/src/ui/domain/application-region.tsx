import { useMemo, type ReactNode } from 'react';
import { useApplication } from '../../api/session.ts';
import { RegionContext } from '../kit/region.ts';

/** Everything inside writes numbers, dates and times as the country and the time zone of the application have them. */
export function ApplicationRegion({ children }: { children: ReactNode }) {
  const application = useApplication();
  const country = application?.country;
  const timeZone = application?.time_zone;
  const region = useMemo(() => ({ country, timeZone }), [country, timeZone]);
  return <RegionContext value={region}>{children}</RegionContext>;
}
