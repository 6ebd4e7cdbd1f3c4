import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Words and whole passwords that people choose again and again. Their variations are found by rules, not listed. Our own
 * 7 kB, because the maintained package, zxcvbn-ts, brings 2.7 MB.
 */
const listed = new Set(readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n'))
listed.delete('')

/** Patterns on the keyboard: rows, columns and zigzags, the number pad, the alphabet. */
const forwards = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1234567890-=',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  '!@#$%^&*()_+',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmik,ol.p;/',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qaswedfrgthyjukilop',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
  'aabbccddeeffgghh',
  '112233445566778899',
  '147258369',
  '789456123',
  '741852963',
  '159357',
]
const walks = [...forwards, ...forwards.map((walk) => [...walk].toReversed().join(''))]
/** A longer password counts as common only if it is a repetition. */
const LONGEST_COMMON = 32
const MOST_PARTS = 3

/**
 * Whether a password is a common one: a listed word or keyboard pattern with little around it (Dragon2024!, qwe123asd,
 * a12345678), or a short piece repeated. `ownWords` count as listed: the account's name, the brand.
 */
export function isCommonPassword(password: string, ownWords: readonly string[]): boolean {
  const text = password.toLowerCase()
  if (/^(.{1,4})\1+$/su.test(text)) return true
  if (text.length > LONGEST_COMMON) return false
  const own = new Set(ownWords.flatMap((word) => [word, [...word].toReversed().join('')]))
  const isWord = (part: string) => own.has(part) || unleet(part).some((plain) => listed.has(plain) || own.has(plain))
  return hasUsualParts(text, { left: MOST_PARTS, hasWord: false, decoration: Math.floor(text.length / 2) }, isWord)
}

type Parts = {
  left: number
  hasWord: boolean
  /** How many more characters may be mere decoration. */
  decoration: number
}

/** At most one word; words and keyboard patterns make up at least half of it. */
function hasUsualParts(text: string, parts: Parts, isWord: (part: string) => boolean): boolean {
  if (text === '') return true
  if (parts.left === 0) return false
  const left = parts.left - 1
  for (let length = text.length; length > 0; length -= 1) {
    const part = text.slice(0, length)
    const continues = (change: Partial<Parts>) =>
      hasUsualParts(text.slice(length), { ...parts, left, ...change }, isWord)
    if (isWalk(part)) {
      if (continues({})) return true
    } else if (length <= parts.decoration && isDecoration(part)) {
      if (continues({ decoration: parts.decoration - length })) return true
    }
    if (!parts.hasWord && length >= 2 && isWord(part) && continues({ hasWord: true })) return true
  }
  return false
}

function isWalk(part: string): boolean {
  if (part.length < 3) return false
  return /^(.)\1+$/su.test(part) || isDate(part) || walks.some((walk) => walk.includes(part))
}

/** A year, or a birthday written 19900815. */
function isDate(part: string): boolean {
  return /^(19|20)\d\d((0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))?$/.test(part)
}

function isDecoration(part: string): boolean {
  return /^(\d{1,4}|[a-z]|[^a-z0-9\p{L}]{1,3})$/u.test(part)
}

/** Reads p@55w0rd as password. A 1 stands for i or l. A number stays a number. */
function unleet(text: string): string[] {
  if (!/[a-z]/.test(text)) return [text]
  const plain = text.replaceAll(/[@40$5378!|]/g, (sign) => SIGNS[sign] ?? sign)
  return [text, plain.replaceAll('1', 'i'), plain.replaceAll('1', 'l')]
}

const SIGNS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  $: 's',
  '5': 's',
  '3': 'e',
  '7': 't',
  '8': 'b',
  '!': 'i',
  '|': 'l',
}
