-- How a reseller's users find it from other places: sites that show its portal in a frame, and whom they may ask.

alter table resellers
  -- Origins alone, such as https://shop.example; read again by the same rule whenever a page's policy is written. The
  -- reseller's own verified domains need no entry.
  add column frame_origins text[] not null default '{}' check (cardinality(frame_origins) <= 10),
  -- For everybody to see. Not agency_contact: that was given to the platform, by people who were told nothing else.
  add column contact text check (char_length(contact) between 1 and 100);
