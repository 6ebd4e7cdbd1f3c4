import { relative } from 'node:path'
import type { CallExpression, Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, TypeFlags, type Project, type Type } from 'typescript/unstable/sync'

import { evaluate, NotFixed } from './evaluate.ts'

/** What a row type says of a column: the kinds of its values, such as `number`, `Date` or `string[]`. */
export type Property = { name: string; kinds: readonly string[]; isNullable: boolean }
export type Statement = { file: string; name: string; text: string; row: readonly Property[] }
export type Found = { statements: Statement[]; composed: { file: string }[] }

const SIMPLE = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
  [TypeFlags.Unknown | TypeFlags.Any, 'unknown'],
] as const
const NOTHING = new Set(['null', 'null[]'])
const DEEPEST = 3
const ASK = new Set(['query', 'read', 'readQuickly'])

/**
 * Every named statement of the files with the type that its rows are believed to have; `composed` are those whose text
 * is known only at run time.
 */
export function findStatements(root: string, isWanted: (file: string) => boolean): Found {
  const api = new API({ cwd: root })
  try {
    const config = `${root}/tsconfig.json`
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    const found: Found = { statements: [], composed: [] }
    for (const file of project.rootFiles.filter((one) => isWanted(relative(root, one)))) {
      const source = project.program.getSourceFile(file)!
      visit(source, (node) => {
        if (!is.isCallExpression(node) || !ASK.has(lastName(node.expression))) return
        add(project, found, relative(root, file), node)
      })
    }
    return found
  } finally {
    api.close()
  }
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node)
  node.forEachChild((child) => visit(child, look))
}

function lastName(node: Node): string {
  return is.isPropertyAccessExpression(node) ? node.name.text : is.isIdentifier(node) ? node.text : ''
}

function add(project: Project, found: Found, file: string, call: CallExpression): void {
  const { checker } = project
  const given = call.arguments.at(-1)
  const statement = given && checker.getTypeAtLocation(given)
  if (!statement || !checker.getPropertyOfType(statement, 'text')) return
  const row = rowOf(project, call)
  if (!row) return
  try {
    const { name, text } = evaluate(project, given) as { name: string; text: string }
    if (row.flags & TypeFlags.TypeParameter) throw new NotFixed(name)
    found.statements.push({ file, name, text, row: propertiesOf(project, row) })
  } catch (error) {
    if (!(error instanceof NotFixed)) throw error
    found.composed.push({ file })
  }
}

/** The row type, whether the call names it or TypeScript infers it. */
function rowOf({ checker }: Project, call: CallExpression): Type | undefined {
  const signature = checker.getResolvedSignature(call)
  const promised = signature && checker.getReturnTypeOfSignature(signature)
  const rows = promised?.isTypeReference() ? checker.getTypeArguments(promised)[0] : undefined
  return rows?.isTypeReference() && checker.isArrayType(rows) ? checker.getTypeArguments(rows)[0] : undefined
}

function propertiesOf(project: Project, row: Type): Property[] {
  return project.checker.getPropertiesOfType(row).map((symbol) => {
    const kinds = new Set(kindsOf(project, project.checker.getTypeOfSymbol(symbol)!))
    return { name: symbol.name, kinds: [...kinds].filter((kind) => !NOTHING.has(kind)), isNullable: kinds.has('null') }
  })
}

/** Looks into an array, but not into an array of arrays: JSON's own type has no end. */
function kindsOf(project: Project, type: Type, depth = 0): string[] {
  const { checker } = project
  if (type.isUnionType()) return type.getTypes().flatMap((one) => kindsOf(project, one, depth))
  const simple = SIMPLE.find(([flags]) => type.flags & flags)
  if (simple) return [simple[1]]
  const name = type.getSymbol()?.name
  if (name === 'Date' || name === 'Buffer') return [name]
  if (!type.isTypeReference() || !(checker.isArrayType(type) || checker.isTupleType(type))) {
    return [hasDate(project, type, depth) ? 'object with dates' : 'object']
  }
  if (depth > 0) return ['object']
  return checker.getTypeArguments(type).flatMap((one) => kindsOf(project, one, 1).map((kind) => `${kind}[]`))
}

/** JSON has no dates: in a JSON column such a type is wrong. */
function hasDate(project: Project, type: Type, depth: number): boolean {
  if (depth > DEEPEST) return false
  return project.checker.getPropertiesOfType(type).some((symbol) => {
    const kinds = kindsOf(project, project.checker.getTypeOfSymbol(symbol)!, depth + 1)
    return kinds.some((kind) => kind.startsWith('Date') || kind.startsWith('object with dates'))
  })
}
