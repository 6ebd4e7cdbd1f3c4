import type { Templates } from './templates.ts'

export type Rule = {
  /** As it stands over the field. */
  label: string
  required?: boolean
  /** Absent: plain text, whose `min` and `max` count characters. */
  type?: keyof Templates['typeNames']
  /** The number that was meant, null when it is none; absent: plain digits. */
  read?: (text: string) => number | null
  min?: number
  max?: number
  pattern?: RegExp
}

/** The first problem of each field, in words; an empty object when everything is right. */
export function validate<Field extends string>(
  rules: Readonly<Record<Field, Rule>>,
  values: Readonly<Record<Field, string>>,
  templates: Templates,
): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  for (const field of Object.keys(rules) as Field[]) {
    const rule = rules[field]
    const template = findProblem(rule, values[field] ?? '', templates)
    if (template !== null) problems[field] = fill(template, rule, templates)
  }
  return problems
}

function findProblem(rule: Rule, value: string, templates: Templates): string | null {
  if (value.trim() === '') return rule.required ? templates.required : null
  const size = sizeOf(rule, value)
  if (size === null) return templates.type
  const { min, max } = rule
  if ((min !== undefined && size < min) || (max !== undefined && size > max)) {
    const words = isNumber(rule) ? templates.number : templates.length
    if (min !== undefined && max !== undefined) return words.range
    return min !== undefined ? words.min : words.max
  }
  return rule.pattern && !rule.pattern.test(value) ? templates.pattern : null
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

function isOfType(type: keyof Templates['typeNames'], value: string): boolean {
  if (type === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
  if (type === 'url') return /^https?:\/\/[^\s/?#]+\.[^\s]+$/i.test(value)
  if (type === 'integer') return /^-?\d+$/.test(value)
  return /^-?\d+(\.\d+)?$/.test(value)
}

function fill(template: string, rule: Rule, templates: Templates): string {
  const parts: Record<string, string> = {
    // The word over a field begins with a capital in English; here it stands inside a sentence.
    label: rule.label.charAt(0).toLowerCase() + rule.label.slice(1),
    min: String(rule.min),
    max: String(rule.max),
    type: rule.type ? templates.typeNames[rule.type] : '',
  }
  return template.replace(/\$\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole)
}
