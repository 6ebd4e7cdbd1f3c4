import { useSyncExternalStore } from 'react'

import { DEFAULT_LANGUAGE, type Language } from '../../contract/languages.ts'
import { fill, type TextValues, wordFolders } from './translate.ts'

type Table = Readonly<Record<string, string>>
/** Returns a text by its key; each app adds the types of its own words. */
export type Say = (key: string, values?: TextValues) => string
export type WordFile = { default: Table }
type WordFiles = Record<string, () => Promise<WordFile>>
type Chosen = { language: Language; tables: ReadonlyMap<string, Table>; say: ReadonlyMap<string, Say> }

/** `./zh-cn/login.ts` and so on: every app adds its files before it starts. */
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

/**
 * The words of a part; what it does not have itself, `base` has. Load the part first: an app loads its first parts at
 * start, a screen its own.
 */
export function useSay(part: string): Say {
  const look = () => sayOf(part)
  return useSyncExternalStore(subscribe, look, look)
}

/** The same outside a component. */
export function sayOf(part: string): Say {
  const say = chosen.say.get(part)
  if (!say) throw new Error(`words of "${part}" are not loaded`)
  return say
}

/** The keys of a part that is loaded, in the order of its file. */
export function keysOf(part: string): string[] {
  return Object.keys(chosen.tables.get(part) ?? {})
}

export function hasWords(...parts: readonly string[]): boolean {
  return parts.every((part) => chosen.tables.has(part))
}

export async function loadWords(...parts: readonly string[]): Promise<void> {
  const { language } = chosen
  if (hasWords(...parts)) return
  const missing = parts.filter((part) => !chosen.tables.has(part))
  const loaded = await readTables(language, missing)
  // The reader may have switched the language during the load: then load again in the new one.
  if (chosen.language !== language) return loadWords(...parts)
  apply(language, new Map([...chosen.tables, ...loaded]))
}

/** Loads the page's language, before anything renders. */
export async function startWords(language: Language, parts: readonly string[]): Promise<void> {
  apply(language, await readTables(language, parts))
}

/**
 * Loads every part in use before anything changes, so that no screen mixes two languages. Returns true when this
 * language is now active: of two quick switches only the later one counts.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  const own = ++switches
  const tables = new Map<string, Table>()
  // Loops, because a screen may have loaded its words in the meantime.
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
  const base = tables.get('base') ?? {}
  const values = standing(base)
  const speak =
    (table: Table): Say =>
    (key, given) =>
      fill(table[key] ?? base[key] ?? key, given, values)
  chosen = { language, tables, say: new Map([...tables].map(([part, table]) => [part, speak(table)])) }
  for (const listener of listeners) listener()
}

/**
 * Values that every text gets automatically, from the words of `base`. Call it again without arguments when they
 * change.
 */
export function setStanding(values = standing): void {
  standing = values
  apply(chosen.language, chosen.tables)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
