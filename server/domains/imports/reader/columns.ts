import type { Token } from './literals.ts'
import { nameOf, type Name } from './name.ts'

const NO_COLUMN = new Set([
  'primary',
  'key',
  'unique',
  'index',
  'constraint',
  'fulltext',
  'spatial',
  'foreign',
  'check',
  'period',
])
/** A column may have such a name, also without quotes; then its type follows. After a key comes a name or a bracket. */
const TYPE =
  /^(?:var)?(?:char|binary)$|^(?:tiny|small|medium|big)?int(?:eger)?$|^(?:tiny|medium|long)?(?:text|blob)$|^(?:decimal|numeric|float|double|real|json|date|datetime|timestamp|time|year|bit|enum|set|bool|boolean)$/

/** The columns of a CREATE TABLE, in its order: rows without column names follow it. */
export function readColumns(tokens: readonly Token[]): Name[] {
  const columns: Name[] = []
  let isFirst = true
  tokens.forEach((token, at) => {
    if (isFirst && token.kind === 'word') {
      const name = nameOf(token.text ?? '')
      const next = tokens[at + 1]?.text?.toLowerCase() ?? ''
      if (token.isQuoted || !NO_COLUMN.has(name) || TYPE.test(next)) columns.push(name)
    }
    isFirst = token.kind === 'sign' && token.text === ','
  })
  return columns
}
