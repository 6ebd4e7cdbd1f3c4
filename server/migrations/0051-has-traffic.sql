-- Whether an account ever used a line, in the months that are kept. As a part of a larger statement it would open every
-- month with each execution, also where nobody asks; here only when it is called.
create function has_traffic(of_reseller integer, of_account bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from traffic_hours where reseller_id = of_reseller and account_id = of_account);
end
$$;
