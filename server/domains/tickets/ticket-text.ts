import { limits } from '../../../contract/limits.ts'
import { fail } from '../../platform/errors.ts'

/** Invisible signs that change how the text around them is shown: a line must read as it is stored. */
const HIDDEN = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

/** What somebody wrote, as plain text. Refuses nothing but too little and too much. */
export function cleanText(text: string, max = limits.ticketTextMax, field = 'text'): string {
  const clean = text.replaceAll(/\r\n?/g, '\n').replaceAll(HIDDEN, '').trim()
  const length = [...clean].length
  if (length === 0 || length > max) fail('request.invalid', { fields: { [field]: `1 to ${max} characters` } })
  return clean
}

/** The first words, for lists. */
export function titleOf(text: string): string {
  return shorten(text, limits.ticketTitleMax)
}

export function shorten(text: string, max: number): string {
  const signs = [...text.replaceAll(/\s+/g, ' ').trim()]
  return signs.length <= max ? signs.join('') : `${signs.slice(0, max - 1).join('')}…`
}
