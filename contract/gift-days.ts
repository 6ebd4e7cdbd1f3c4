/** The lengths that a gift link can have. Without a schema, so that a page can load it alone. */
export const giftDays = [7, 30, 90] as const
