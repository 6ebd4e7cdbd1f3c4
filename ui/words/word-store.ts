import { useSyncExternalStore } from 'react'

import { DEFAULT_LANGUAGE, type Language } from '../../contract/languages.ts'
import { fill, type TextValues, wordFolders } from './translate.ts'

type Table = Readonly<Record<string, string>>
/** A text by its key; an app gives this the types of its own words. */
export type Say = (key: string, values?: TextValues) => string
export type WordFile = { default: Table }
type WordFiles = Record<string, () => Promise<WordFile>>
type Chosen = { language: Language; tables: ReadonlyMap<string, Table>; say: ReadonlyMap<string, Say> }

/** `./zh-cn/login.ts` and so on: every app adds its own before it starts. */
const files: WordFiles = {}
let standing: (base: Table) => TextValues = () => ({})
const listeners = new Set<() => void>()
let switches = 0
let chosen: Chosen = { language: DEFAULT_LANGUAGE, tables: new Map(), say: new Map() }

export function addWordFiles(more: WordFiles): void {
  Object.assign(files, more)
}

export function currentLanguage(): Language {
  return chosen.language
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage, currentLanguage)
}

/** The words of a part. Its loader must have run: an app loads its first parts at the start, a screen its own. */
export function useSay(part: string): Say {
  const look = () => sayOf(part)
  return useSyncExternalStore(subscribe, look, look)
}

/** The same outside of a component. */
export function sayOf(part: string): Say {
  const say = chosen.say.get(part)
  if (!say) throw new Error(`words of "${part}" are not loaded`)
  return say
}

export function hasWords(...parts: readonly string[]): boolean {
  return parts.every((part) => chosen.tables.has(part))
}

export async function loadWords(...parts: readonly string[]): Promise<void> {
  const { language } = chosen
  if (hasWords(...parts)) return
  const missing = parts.filter((part) => !chosen.tables.has(part))
  const loaded = await readTables(language, missing)
  // The reader may have switched while these were on their way: then fetch them again in the new language.
  if (chosen.language !== language) return loadWords(...parts)
  apply(language, new Map([...chosen.tables, ...loaded]))
}

/** The page's own language, before anything is rendered. */
export async function startWords(language: Language, parts: readonly string[]): Promise<void> {
  apply(language, await readTables(language, parts))
}

/**
 * Fetches every part in use before anything changes, so that no screen shows two languages at once. Returns whether the
 * language is this one now: of two quick switches only the later counts.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  const own = ++switches
  const tables = new Map<string, Table>()
  // Again and again: a screen may have loaded its words meanwhile.
  const missing = () => [...chosen.tables.keys()].filter((part) => !tables.has(part))
  try {
    while (missing().length > 0) {
      for (const [part, table] of await readTables(language, missing())) tables.set(part, table)
    }
  } catch (error) {
    if (own === switches) throw error
  }
  if (own !== switches) return false
  apply(language, tables)
  return true
}

async function readTables(language: Language, parts: readonly string[]): Promise<Map<string, Table>> {
  const read = async (part: string) => {
    const file = files[`./${wordFolders[language]}/${part}.ts`]
    if (!file) throw new Error(`no words for "${part}" in ${language}`)
    return [part, (await file()).default] as const
  }
  return new Map(await Promise.all(parts.map(read)))
}

function apply(language: Language, tables: ReadonlyMap<string, Table>): void {
  const values = standing(tables.get('base') ?? {})
  const speak =
    (table: Table): Say =>
    (key, given) =>
      fill(table[key] ?? key, given, values)
  chosen = { language, tables, say: new Map([...tables].map(([part, table]) => [part, speak(table)])) }
  for (const listener of listeners) listener()
}

/** Values that every text gets by itself, from the words of `base`. Called again, without them, when they change. */
export function setStanding(values = standing): void {
  standing = values
  apply(chosen.language, chosen.tables)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
