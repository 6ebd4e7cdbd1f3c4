/** Joins to an offer `o` what its reseller pays: `own` is its own price, `listed` that of its list. List 0 is the default. */
export const PRICED = `join packages p on p.id = o.package_id
  left join own_prices own
    on own.reseller_id = o.reseller_id and own.package_id = o.package_id and own.period = o.period
  left join reseller_price_lists which on which.reseller_id = o.reseller_id
  left join price_list_entries listed on listed.price_list_id = coalesce(which.price_list_id, 0)
    and listed.package_id = o.package_id and listed.period = o.period`

/** Every offer with what its reseller pays. */
export const OFFERS = `from package_offers o ${PRICED}`

export const WHOLESALE = `coalesce(own.wholesale_fen, listed.wholesale_fen)`

/** What resellers sell or give away, with what they pay for it. */
export const OFFERED = `from (
    select reseller_id, package_id, period from package_offers where is_on
    union select reseller_id, package_id, 'once' from trial_offers
  ) o ${PRICED}`

/**
 * M35: calculated at each read, so that no way of changing a price can forget it. False without a wholesale price, and
 * for a trial, which is never sold.
 */
export const SELLS = `(o.is_on and p.trial_days is null and coalesce(${WHOLESALE} <= o.retail_fen
  or (o.confirmed_retail_fen = o.retail_fen and o.confirmed_wholesale_fen = ${WHOLESALE}), false))`

/**
 * Joins the special price that holds at `now`: a lower one, and never below wholesale, so that no way of changing either
 * price makes it a loss.
 */
export const special = (now: string) => `left join lateral (
    select d.retail_fen, d.ends_at from special_prices d
    where d.reseller_id = o.reseller_id and d.package_id = o.package_id and d.period = o.period
      and d.starts_at <= ${now} and d.ends_at > ${now}
      and d.retail_fen < o.retail_fen and d.retail_fen >= ${WHOLESALE}) special on true`

/** What users pay where `special` is joined. */
export const RETAIL = `coalesce(special.retail_fen, o.retail_fen)`

/** The price list of reseller $1. */
export const LIST = `coalesce((select price_list_id from reseller_price_lists where reseller_id = $1), 0)`
