// Apart from the schemas: the browser reads these too.

export const overviewDays = [1, 7, 30, 90] as const

/** A package that ends within so many days is worth a word to its user. */
export const endingDays = 7
