import {
  IconAlertTriangle,
  IconBell,
  IconCalendar,
  IconCheck,
  IconClipboardHeart,
  IconInbox,
  IconMessageReply,
  IconSearch,
  IconSend,
  IconStar,
  IconTrash,
  IconUserHeart,
} from '@tabler/icons-react';
import { GalleryFrame, Specimen } from './specimen.tsx';
import classes from './specimen.module.css';

const COLOURS = [
  'canvas',
  'surface',
  'sunken',
  'raised',
  'hover',
  'line',
  'line-strong',
  'control-line',
  'text',
  'text-2',
  'text-3',
  'accent',
  'accent-soft',
  'admission',
  'transfer',
  'discharge',
  'casualty',
  'other',
  'good',
  'warn',
  'bad',
  'info',
];
const SIZES = [
  [22, 600, 'Title of a page'],
  [15, 600, 'Title of a panel'],
  [14, 400, 'Text'],
  [13, 400, 'Rows of a table'],
  [12, 500, 'Headings of columns, hints'],
] as const;
const SPACES = [4, 8, 12, 16, 24];
const ICONS = {
  IconAlertTriangle,
  IconBell,
  IconCalendar,
  IconCheck,
  IconClipboardHeart,
  IconInbox,
  IconMessageReply,
  IconSearch,
  IconSend,
  IconStar,
  IconTrash,
  IconUserHeart,
};

export function FoundationsPage() {
  return (
    <GalleryFrame of="foundations">
      <Specimen of="tokens" from="app/theme/tokens.css">
        <ul className={classes.swatches}>
          {COLOURS.map((name) => (
            <li key={name}>
              <span className={classes.swatch} style={{ background: `var(--wv-${name})` }} />
              <code>--wv-{name}</code>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen of="theme" from="app/theme/theme.ts">
        {SIZES.map(([size, weight, use]) => (
          <p key={size} style={{ fontSize: size, fontWeight: weight }}>
            {use} ({size} px)
          </p>
        ))}
        <p className="wv-quiet">wv-quiet</p>
        <p className="wv-code">wv-code</p>
      </Specimen>
      <Specimen of="spacing" from="app/theme/tokens.css">
        <ul className={classes.swatches}>
          {SPACES.map((space) => (
            <li key={space}>
              <div className={classes.bar} style={{ width: space * 4 }} />
              {space} px
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen of="Icon" from="@tabler/icons-react">
        <ul className={classes.swatches}>
          {Object.entries(ICONS).map(([name, Picture]) => (
            <li key={name}>
              <Picture size={22} stroke={1.5} aria-hidden />
              <div>{name}</div>
            </li>
          ))}
        </ul>
      </Specimen>
    </GalleryFrame>
  );
}
