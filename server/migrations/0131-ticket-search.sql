-- suits: 0.2.0
-- Three neighbouring characters each, as ticket_pairs has two. A pair of a common script is in every tenth message, and
-- a search that reads all of those takes a second among a million; three are rare.
create function ticket_triples(of_reseller integer, of_body text) returns text[]
  language sql immutable strict parallel safe as $$
    select coalesce(array_agg(distinct of_reseller::text || ':' || triple.one || triple.two || triple.three), '{}')
      from (select letter.sign as one, lead(letter.sign) over near as two, lead(letter.sign, 2) over near as three
              from unnest(string_to_array(lower(of_body), null)) with ordinality as letter (sign, place)
            window near as (order by letter.place)) triple
     where triple.three is not null
  $$;
-- allowed: the table came with the same release, so it is empty here
create index ticket_messages_triples on ticket_messages using gin (ticket_triples(reseller_id, body));
-- The queue of a rare category must not read all tickets.
-- allowed: the table came with the same release, so it is empty here
create index tickets_category on tickets (reseller_id, category, waits_since, id);
