-- A question whose category is deleted stays, without a category.
alter table questions drop constraint questions_application_id_category_id_fkey;
alter table questions add foreign key (application_id, category_id)
  references categories (application_id, id) on delete set null (category_id);
