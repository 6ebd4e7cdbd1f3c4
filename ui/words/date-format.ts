type Make = (locale: string, options: Intl.DateTimeFormatOptions) => () => Intl.DateTimeFormat

/** Made at its first use: a phone needs some 15 ms for each, and most pages say no date at first. */
export const dateFormat: Make = (locale, options) => {
  let made: Intl.DateTimeFormat | undefined
  return () => (made ??= new Intl.DateTimeFormat(locale, options))
}
