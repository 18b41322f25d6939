import { afterEach, expect, it } from 'vitest';
import { makeDatabaseOf, type DatabaseOfVersion } from '../../testing/database-of-version.ts';

let database: DatabaseOfVersion;
afterEach(() => database.drop());

it('everybody keeps what they may do when permissions become those of an application', async () => {
  database = await makeDatabaseOf('0069_privacy');
  await database.run(
    `insert into applications (title, access_key, access_secret_hash)
     values ('A', '0000000a', 'x'), ('B', '0000000b', 'x')`,
    `insert into users (name, email, password_hash)
     values ('both', 'both@x.example', ''), ('one', 'one@x.example', ''), ('none', 'none@x.example', '')`,
    `insert into application_users (application_id, user_id)
     select a.id, u.id from applications a join users u on u.name = 'both' or (u.name = 'one' and a.title = 'A')`,
    `insert into permissions (name) values ('cases.list'), ('cases.update') on conflict do nothing`,
    `insert into user_permissions (user_id, permission_id)
     select u.id, p.id from users u join permissions p on p.name = 'cases.list' or (p.name = 'cases.update' and u.name = 'both')`,
  );
  await database.upgrade();
  const held = await database.run(
    `select concat_ws(' ', u.name, p.name, coalesce(a.title, 'anywhere')) as held
     from held_permissions h
     join users u on u.id = h.user_id
     join permissions p on p.id = h.permission_id
     left join applications a on a.id = h.application_id
     -- Migrations 87 and 92 give them to whoever may list cases, or work on them.
     where p.name not in ('feedback.list', 'feedback.update')
     order by 1`,
  );
  expect(held.map((row) => row['held'])).toEqual([
    'both cases.list A',
    'both cases.list B',
    'both cases.update A',
    'both cases.update B',
    'none cases.list anywhere',
    'one cases.list A',
  ]);
});
