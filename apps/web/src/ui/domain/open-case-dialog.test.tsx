// @vitest-environment jsdom
import { renderAt, screen, waitFor, within } from '../../testing/render.tsx';
import { cases, departments, type ReplyOf } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { signIn } from '../../testing/sign-in.ts';
import { OpenCaseDialog } from './open-case-dialog.tsx';

const api = startApiServer();
type Department = ReplyOf<typeof departments.listDepartments>['data'][number];
const kitchen = { id: 4, title: 'Kitchen' } satisfies Partial<Department>;

beforeEach(() => {
  // A picker needs no more of a department.
  api.answer(departments.listDepartments, pageOf([kitchen as Department]));
});

async function openDialog() {
  signIn({ permissions: ['cases.update', 'departments.list'] });
  const drawn = await renderAt(<OpenCaseDialog about={{ text_id: 31 }} />);
  await drawn.user.click(screen.getByRole('button', { name: 'Open a case' }));
  return { ...drawn, box: await screen.findByRole('dialog') };
}

describe('opening a case about what somebody wrote', () => {
  it('is not offered to whoever may not', async () => {
    signIn({ permissions: ['texts.list'] });
    await renderAt(<OpenCaseDialog about={{ text_id: 31 }} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('needs nothing more than to be opened', async () => {
    api.refuse(cases.createCase, 409, { message: 'There is a case about this text.' });
    const { user, box, at } = await openDialog();
    await user.click(within(box).getByRole('button', { name: 'Open the case' }));
    expect((await within(box).findByRole('alert')).textContent).toContain('There is a case about this text.');
    expect(api.requestsTo(cases.createCase)[0]?.body).toEqual({ case: { text_id: 31, department_id: null, note: '' } });
    expect(at().path).toBe('/');
  });

  it('says whose text it is about, who sees to it and what to know, and leads to the case', async () => {
    api.handle(cases.createCase, (_, response) => {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"data":{"id":77}}');
    });
    const { user, box, at } = await openDialog();
    const field = within(box).getByRole<HTMLInputElement>('combobox', { name: 'Department' });
    await waitFor(() => expect(field.disabled).toBe(false));
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'Kitchen' }));
    await user.type(within(box).getByRole('textbox', { name: 'What has to be done' }), 'Call back today.');
    await user.click(within(box).getByRole('button', { name: 'Open the case' }));
    await waitFor(() => expect(at().path).toBe('/cases/77'));
    expect(api.requestsTo(cases.createCase)[0]?.body).toEqual({
      case: { text_id: 31, department_id: 4, note: 'Call back today.' },
    });
  });
});
