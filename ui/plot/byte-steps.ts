const UNITS = [1, 1024, 1024 ** 2, 1024 ** 3, 1024 ** 4]

/** Steps of an axis that are round in bytes as we write them: decimal ones would read 953.67 MB. */
export const byteSteps = UNITS.flatMap((unit) => [1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => step * unit))
