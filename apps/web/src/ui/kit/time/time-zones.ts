/** Every time zone that the browser knows by a name such as Europe/Dublin, for a choice of one, and UTC. */
export const timeZoneOptions = (): { value: string; label: string }[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }));
