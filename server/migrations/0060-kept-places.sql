-- suits: 0.2.0
-- Who leaves and still has money or a package keeps the place until then: to stay after all must never be refused to him.
alter table accounts add column keeps_place boolean not null default false;
