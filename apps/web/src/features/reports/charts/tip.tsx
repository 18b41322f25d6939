import classes from './charts.module.css';

interface TipProps {
  active?: boolean;
  payload?: readonly { payload?: unknown }[];
}

/** Says in words what the point is that somebody points at. Points of charts carry their words. */
export function Tip({ active, payload }: TipProps) {
  const point = payload?.[0]?.payload as { words?: readonly string[] } | undefined;
  const [first, ...others] = point?.words ?? [];
  if (!active || first === undefined) return null;
  return (
    <div className={classes.tip}>
      <strong>{first}</strong>
      {others.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
