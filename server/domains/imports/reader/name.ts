/** The name of a table or a column as it is compared: databases do not tell capital letters, and panels write `networkSettings`. */
export type Name = Lowercase<string>

export function nameOf(written: string): Name {
  return written.toLowerCase() as Name
}
