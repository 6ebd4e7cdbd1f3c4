type Make = (locale: string, options: Intl.DateTimeFormatOptions) => () => Intl.DateTimeFormat

/** Creates the format on first use: a phone needs about 15 ms for each, and most pages show no date at first. */
export const dateFormat: Make = (locale, options) => {
  let made: Intl.DateTimeFormat | undefined
  return () => (made ??= new Intl.DateTimeFormat(locale, options))
}
