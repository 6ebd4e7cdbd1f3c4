import type { Language } from '../../contract/languages.ts'

export const wordFolders: Record<Language, string> = { 'zh-CN': 'zh-cn', 'zh-TW': 'zh-tw', en: 'en' }

/** A translated file must have every key of the source and no other. */
export type Translation<T> = { readonly [K in keyof T]: string }

/** The names between double braces in a source text, so that a missing value does not compile. */
type NamesIn<S> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Needed<S, Standing> = Exclude<NamesIn<S>, Standing>
type Values<S, Standing> = [Needed<S, Standing>] extends [never]
  ? []
  : [values: Record<Needed<S, Standing> & string, string | number>]
/** Translates the keys of one word table. `Standing`: values that every text gets automatically. */
export type TranslateOf<T, Standing = never> = <K extends keyof T>(key: K, ...values: Values<T[K], Standing>) => string

/** Keys whose text needs no values, for use in tables. */
export type PlainKeyOf<T, Standing = never> = {
  [K in keyof T]: [Needed<T[K], Standing>] extends [never] ? K : never
}[keyof T]

export type TextValues = Readonly<Record<string, string | number>>

/** 12.00 鱼币 */
const ENDS_IN_UNIT = /\d [\u3400-\u9fff]+$/

/**
 * `{{days}}`, or with a plural `{{days|day|days}}`: 1 day, 2 days. A standing value at the start of a text gets a
 * capital letter. A space after a value parts a figure from Chinese words; after a Chinese unit there is none.
 */
export function fill(text: string, values: TextValues = {}, standing: TextValues = {}): string {
  return text.replace(
    /\{\{(\w+)(?:\|([^|}]+)\|([^|}]+))?\}\}( (?=[\u3400-\u9fff]))?/g,
    (whole, name: string, one: string | undefined, other: string | undefined, gap: string | undefined, at: number) => {
      const value = String(values[name] ?? standing[name] ?? whole)
      if (at === 0 && name in standing) return value.replace(/^[a-z]/, (letter) => letter.toUpperCase())
      if (one) return `${value} ${value === '1' ? one : other}`
      return gap && !ENDS_IN_UNIT.test(value) ? value + gap : value
    },
  )
}
