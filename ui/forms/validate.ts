import type { UiTranslate, UiWords } from '../words/ui-words.ts'
import type { PlainKeyOf } from '../words/translate.ts'

/** What each type is called in a sentence about it. */
const typeNames = {
  email: 'typeEmail',
  integer: 'typeInteger',
  number: 'typeNumber',
} as const satisfies Record<string, PlainKeyOf<UiWords>>
type Type = keyof typeof typeNames

export type Rule = {
  /** As it stands over the field. */
  label: string
  required?: boolean
  /** Absent: plain text, whose `min` and `max` count characters. */
  type?: Type
  /** The number that was meant, null when it is none; absent: plain digits. */
  read?: (text: string) => number | null
  min?: number
  max?: number
  pattern?: RegExp
  /** The whole rule in one sentence, said whichever part of it is broken. */
  say?: string
}

/** The first problem of each field, in words; an empty object when everything is right. */
export function validate<Field extends string>(
  rules: Readonly<Record<Field, Rule>>,
  values: Readonly<Record<Field, string>>,
  t: UiTranslate,
): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  for (const field of Object.keys(rules) as Field[]) {
    const problem = findProblem(rules[field], values[field] ?? '', t)
    if (problem !== null) problems[field] = problem
  }
  return problems
}

function findProblem(rule: Rule, value: string, t: UiTranslate): string | null {
  // The word over a field begins with a capital in English; here it stands inside a sentence.
  const label = rule.label.charAt(0).toLowerCase() + rule.label.slice(1)
  if (value.trim() === '') return rule.required ? t('required', { label }) : null
  const problem = findBroken(rule, value, label, t)
  return problem === null ? null : (rule.say ?? problem)
}

function findBroken(rule: Rule, value: string, label: string, t: UiTranslate): string | null {
  const size = sizeOf(rule, value)
  if (size === null) return t('wrongType', { label, type: t(typeNames[rule.type ?? 'number']) })
  const { min = -Infinity, max = Infinity } = rule
  if (size < min || size > max) {
    if (max === Infinity) return t(isNumber(rule) ? 'numberMin' : 'lengthMin', { label, min })
    if (min === -Infinity) return t(isNumber(rule) ? 'numberMax' : 'lengthMax', { label, max })
    return t(isNumber(rule) ? 'numberRange' : 'lengthRange', { label, min, max })
  }
  return rule.pattern && !rule.pattern.test(value) ? t('wrongShape', { label }) : null
}

/** Null when it is not what the rule asks for. */
function sizeOf(rule: Rule, value: string): number | null {
  if (rule.read) return rule.read(value)
  if (rule.type && !isOfType(rule.type, value.trim())) return null
  // Characters as the server counts them: an emoji is one.
  return isNumber(rule) ? Number(value) : [...value].length
}

function isNumber({ type }: Rule): boolean {
  return type === 'number' || type === 'integer'
}

function isOfType(type: Type, value: string): boolean {
  if (type === 'email') return isEmail(value)
  if (type === 'integer') return /^-?\d+$/.test(value)
  return /^-?\d+(\.\d+)?$/.test(value)
}

/** Looks like an address; whether it is one, a code tells. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
