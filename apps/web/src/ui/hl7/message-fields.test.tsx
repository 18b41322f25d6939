// @vitest-environment jsdom
import { renderAt, screen } from '../../testing/render.tsx';
import type { messages } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { MessageFields } from './message-fields.tsx';

const RAW = 'MSH|^~\\&|ADT|WEST\nPID|1||77^^^MRN||Quill^Dara\nPV1|1|I|W1^2^B';

const fieldOf = (address: string, title: string, value: string, components: [string, string, string][] = []) => ({
  address,
  title,
  value,
  components: components.map(([at, name, text]) => ({ address: at, title: name, value: text })),
});

const segments: messages.MessageDetail['segments'] = [
  { name: 'MSH', title: 'Message header', fields: [fieldOf('MSH-4', 'Sending facility', 'WEST')] },
  {
    name: 'PID',
    title: 'Patient',
    fields: [
      fieldOf('PID-5', 'Patient name', 'Quill^Dara', [
        ['PID-5.1', 'Family name', 'Quill'],
        ['PID-5.2', 'Given name', 'Dara'],
      ]),
    ],
  },
  { name: 'PV1', title: null, fields: [fieldOf('PV1-2', 'Patient class', 'I')] },
];

const renderFields = (startAt?: string) =>
  renderAt(<MessageFields raw={RAW} segments={segments} {...(startAt ? { startAt } : {})} />);
const items = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent);
const selected = () => screen.getByRole('treeitem', { selected: true }).textContent;
const marked = () => document.querySelector('mark')?.textContent ?? null;

describe('the fields of a message beside its text', () => {
  it('are a tree: segments, fields, components', async () => {
    await renderFields();
    expect(items()).toEqual([
      'MSHMessage header',
      'MSH-4Sending facilityWEST',
      'PIDPatient',
      'PID-5Patient name',
      'PID-5.1Family nameQuill',
      'PID-5.2Given nameDara',
      'PV1',
      'PV1-2Patient classI',
    ]);
    expect(screen.getAllByRole('treeitem').map((item) => item.getAttribute('aria-level'))).toEqual([
      '1',
      '2',
      '1',
      '2',
      '3',
      '3',
      '1',
      '2',
    ]);
    expect(screen.getByRole('textbox', { name: 'Raw text' }).textContent).toContain('PID|1||77^^^MRN||Quill^Dara');
  });

  it('begin at the field that an error names, and mark it in the text', async () => {
    await renderFields('PID-5.2');
    expect(selected()).toBe('PID-5.2Given nameDara');
    expect(marked()).toBe('Dara');
  });

  it('begin at the segment where the field itself is not there', async () => {
    await renderFields('PV1-44');
    expect(selected()).toBe('PV1');
    expect(marked()).toBeNull();
  });

  it('are walked with the arrows, and each is marked as it is reached', async () => {
    const { user } = await renderFields();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(selected()).toBe('MSH-4Sending facilityWEST');
    expect(marked()).toBe('WEST');
    await user.keyboard('{End}');
    expect(selected()).toBe('PV1-2Patient classI');
    expect(document.activeElement?.textContent).toBe('PV1-2Patient classI');
    await user.keyboard('{ArrowDown}');
    expect(selected()).toBe('PV1-2Patient classI');
    await user.keyboard('{Home}{ArrowUp}');
    expect(selected()).toBe('MSHMessage header');
  });

  it('fold a segment away with the left arrow and show it again with the right one', async () => {
    const { user } = await renderFields();
    await user.tab();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowLeft}');
    expect(items()).toEqual([
      'MSHMessage header',
      'MSH-4Sending facilityWEST',
      'PIDPatient',
      'PV1',
      'PV1-2Patient classI',
    ]);
    expect(screen.getByRole('treeitem', { selected: true }).getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{ArrowRight}');
    expect(items()).toHaveLength(8);
  });

  it('fold a segment away by a click on it, and a field never', async () => {
    const { user } = await renderFields();
    await user.click(screen.getByText('Patient'));
    expect(items()).toHaveLength(5);
    await user.click(screen.getByText('PV1-2'));
    expect(items()).toHaveLength(5);
    expect(marked()).toBe('I');
  });

  it('mark the field that one points at, and the chosen one again afterwards', async () => {
    const { user } = await renderFields('MSH-4');
    await user.hover(screen.getByText('PID-5.1'));
    expect(marked()).toBe('Quill');
    await user.unhover(screen.getByRole('tree'));
    expect(marked()).toBe('WEST');
  });

  it('say so when none could be read, with the text all the same', async () => {
    await renderAt(<MessageFields raw="not a message" segments={[]} />);
    expect(screen.queryByRole('tree')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Raw text' }).textContent).toBe('not a message');
  });
});
