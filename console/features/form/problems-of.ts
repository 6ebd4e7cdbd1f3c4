/**
 * Wrong fields by the names that the form has for them: the server says `changes.0.retailFen`, the form has one
 * `retailFen`. What no field of the form has is left out.
 */
export function problemsOf(
  fields: Readonly<Record<string, string>>,
  names: ReadonlySet<string>,
): Record<string, string> {
  const found = Object.entries(fields).flatMap(([path, rule]) => {
    const parts = path.split('.')
    const name = [path, parts[0]!, parts.at(-1)!].find((one) => names.has(one))
    return name === undefined ? [] : [[name, rule] as const]
  })
  return Object.fromEntries(found)
}

/** Which text a broken rule of the contract gets. */
export function problemWord(rule: string): 'required' | 'tooLong' | 'tooSmall' | 'tooLarge' | 'wrongShape' {
  switch (rule) {
    case 'required':
    case 'minLength':
    case 'minItems':
      return 'required'
    case 'maxLength':
      return 'tooLong'
    case 'minimum':
    case 'exclusiveMinimum':
      return 'tooSmall'
    case 'maximum':
      return 'tooLarge'
    default:
      return 'wrongShape'
  }
}
