-- Short names of time zones, which this program took before, mean something else to PostgreSQL (IST is Israel there and India here, CET has
-- no summer) or nothing at all (AET), and then every statement that reads them fails, also those about all applications at once.
select set_config('wardvoice.all_applications', 'on', true);

create temporary table short_names on commit drop as
  select * from (values
    ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'), ('ART', 'Africa/Cairo'),
    ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'), ('CAT', 'Africa/Maputo'),
    ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CTT', 'Asia/Shanghai'), ('EAT', 'Africa/Addis_Ababa'),
    ('ECT', 'Europe/Paris'), ('IET', 'America/Indiana/Indianapolis'), ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'),
    ('MIT', 'Pacific/Apia'), ('NET', 'Asia/Yerevan'), ('NST', 'Pacific/Auckland'), ('PLT', 'Asia/Karachi'),
    ('PNT', 'America/Phoenix'), ('PRT', 'America/Puerto_Rico'), ('PST', 'America/Los_Angeles'), ('SST', 'Pacific/Guadalcanal'),
    ('VST', 'Asia/Ho_Chi_Minh'), ('CET', 'Europe/Brussels'), ('MET', 'Europe/Brussels'), ('EET', 'Europe/Athens'),
    ('WET', 'Europe/Lisbon'), ('SystemV/AST4ADT', 'America/Halifax'), ('SystemV/EST5EDT', 'America/New_York'),
    ('SystemV/CST6CDT', 'America/Chicago'), ('SystemV/MST7MDT', 'America/Denver'), ('SystemV/PST8PDT', 'America/Los_Angeles'),
    ('SystemV/YST9YDT', 'America/Anchorage'), ('SystemV/AST4', 'America/Puerto_Rico'), ('SystemV/EST5', 'America/Panama'),
    ('SystemV/CST6', 'America/Regina'), ('SystemV/MST7', 'America/Phoenix'), ('SystemV/PST8', 'Pacific/Pitcairn'),
    ('SystemV/YST9', 'Pacific/Gambier'), ('SystemV/HST10', 'Pacific/Honolulu')) short (name, zone);
-- what PostgreSQL does not know even so
insert into short_names
  select used.name, 'UTC'
  from (select time_zone from applications union select time_zone from digest_times) used (name)
  where lower(used.name) not in (select lower(name) from pg_timezone_names)
    and lower(used.name) not in (select lower(name) from short_names);

update applications a set time_zone = s.zone from short_names s where lower(a.time_zone) = lower(s.name);
update digest_times t set time_zone = s.zone from short_names s where lower(t.time_zone) = lower(s.name);
