import type { PlainKeyOf } from '../words/translate.ts'
import type { UiTranslate, UiWords } from '../words/ui-words.ts'

/** The name of each type inside a sentence. */
const typeNames = {
  integer: 'typeInteger',
  number: 'typeNumber',
} as const satisfies Record<string, PlainKeyOf<UiWords>>
type Type = keyof typeof typeNames | 'email'

export type Rule = {
  /** The label above the field. */
  label: string
  required?: boolean
  /** Left out: plain text, whose `min` and `max` count characters. */
  type?: Type
  /** Converts the text to a number, null if it is none; left out: plain digits. */
  read?: (text: string) => number | null
  min?: number
  max?: number
  pattern?: RegExp
  /** The whole rule in one sentence, shown for any violation. */
  say?: string
}

/** The first problem of each field as text; an empty object when everything is valid. */
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
  // English labels start with a capital; here the label is inside a sentence.
  const label = rule.label.charAt(0).toLowerCase() + rule.label.slice(1)
  if (value.trim() === '') return rule.required ? t('required', { label }) : null
  const problem = findBroken(rule, value, label, t)
  return problem === null ? null : (rule.say ?? problem)
}

function findBroken(rule: Rule, value: string, label: string, t: UiTranslate): string | null {
  const size = sizeOf(rule, value)
  if (size === null) {
    if (rule.type === 'email') return t('wrongEmail')
    return t('wrongType', { label, type: t(typeNames[rule.type ?? 'number']) })
  }
  const { min = -Infinity, max = Infinity } = rule
  if (size < min || size > max) {
    if (max === Infinity) return t(isNumber(rule) ? 'numberMin' : 'lengthMin', { label, min })
    if (min === -Infinity) return t(isNumber(rule) ? 'numberMax' : 'lengthMax', { label, max })
    return t(isNumber(rule) ? 'numberRange' : 'lengthRange', { label, min, max })
  }
  return rule.pattern && !rule.pattern.test(value) ? t('wrongShape', { label }) : null
}

/** Null when the value is not of the rule's type. */
function sizeOf(rule: Rule, value: string): number | null {
  if (rule.read) return rule.read(value)
  if (rule.type && !isOfType(rule.type, value.trim())) return null
  // Counts characters as the server does: an emoji is one.
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

/** Checks only the form of an address; a mailed code proves that it exists. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
