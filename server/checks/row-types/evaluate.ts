import type { Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { SymbolFlags, type Project, type Symbol as Declared } from 'typescript/unstable/sync'

import { columnsOf, partOfRow } from '../../platform/db/db-rows.ts'

/** Thrown for an expression whose value is known only at run time. */
export class NotFixed extends Error {}

/** What statements are made with and this file cannot read. */
const KNOWN: Record<string, unknown> = { Array, Object, columnsOf, partOfRow }

type Names = ReadonlyMap<string, unknown>
type Closure = (...given: unknown[]) => unknown

/** Computes what an expression is worth without running its module: constants, and functions of one expression. */
export function evaluate(project: Project, node: Node, names: Names = new Map()): unknown {
  const value = (one: Node) => evaluate(project, one, names)
  if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (is.isNumericLiteral(node)) return Number(node.text)
  if (is.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => piece(value(span.expression)) + span.literal.text).join('')
  }
  if (is.isParenthesizedExpression(node) || is.isAsExpression(node) || is.isSatisfiesExpression(node)) {
    return value(node.expression)
  }
  if (is.isBinaryExpression(node)) return compute(node.operatorToken.getText(), value(node.left), value(node.right))
  if (is.isArrayLiteralExpression(node)) {
    return node.elements.flatMap((one) =>
      is.isSpreadElement(one) ? (value(one.expression) as unknown[]) : [value(one)],
    )
  }
  if (is.isObjectLiteralExpression(node)) return objectOf(project, node, names)
  if (is.isArrowFunction(node) || is.isFunctionDeclaration(node)) return closure(project, node, names)
  if (is.isIdentifier(node)) return names.has(node.text) ? names.get(node.text) : constant(project, node)
  if (is.isPropertyAccessExpression(node)) return member(value(node.expression), node.name.text)
  if (is.isElementAccessExpression(node)) {
    return member(value(node.expression), String(value(node.argumentExpression)))
  }
  if (is.isCallExpression(node)) return call(project, node, names)
  throw new NotFixed(node.getText())
}

function piece(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new NotFixed(`a ${typeof value} in a text`)
}

function compute(operator: string, left: unknown, right: unknown): unknown {
  const isText = typeof left === 'string' || typeof right === 'string'
  if (operator === '+' && isText) return piece(left) + piece(right)
  if (typeof left !== 'number' || typeof right !== 'number') throw new NotFixed(operator)
  if (operator === '+') return left + right
  if (operator === '-') return left - right
  if (operator === '*') return left * right
  if (operator === '/') return left / right
  throw new NotFixed(operator)
}

/** Only reads the properties that are asked for: the values of a statement are known only at run time. */
function objectOf(project: Project, node: Node, names: Names): object {
  const made = {}
  if (!is.isObjectLiteralExpression(node)) return made
  for (const property of node.properties) {
    if (is.isSpreadAssignment(property)) {
      Object.defineProperties(made, spread(project, property.expression, names))
      continue
    }
    const name = property.name.getText().replaceAll(/^['"]|['"]$/g, '')
    const get = () => {
      if (is.isPropertyAssignment(property)) return evaluate(project, property.initializer, names)
      if (!is.isShorthandPropertyAssignment(property)) throw new NotFixed(property.getText())
      if (names.has(name)) return names.get(name)
      const symbol = project.checker.getShorthandAssignmentValueSymbol(property)
      return ofSymbol(project, symbol, name)
    }
    Object.defineProperty(made, name, { get, enumerable: true })
  }
  return made
}

/** What is spread may be known only at run time, as changed limits are: then the properties beside it still count. */
function spread(project: Project, node: Node, names: Names): PropertyDescriptorMap {
  try {
    return Object.getOwnPropertyDescriptors(evaluate(project, node, names) as object)
  } catch (error) {
    if (error instanceof NotFixed) return {}
    throw error
  }
}

function closure(project: Project, node: Node, outer: Names): Closure {
  if (!is.isArrowFunction(node) && !is.isFunctionDeclaration(node)) throw new NotFixed(node.getText())
  const result = resultOf(node.body)
  if (!result) throw new NotFixed('a function of several steps')
  return (...given) => {
    const names = new Map(outer)
    for (const [at, parameter] of node.parameters.entries()) bind(project, names, parameter, given[at])
    return evaluate(project, result, names)
  }
}

function bind(project: Project, names: Map<string, unknown>, parameter: Node, given: unknown): void {
  if (!is.isParameterDeclaration(parameter)) return
  const value = given === undefined && parameter.initializer ? evaluate(project, parameter.initializer, names) : given
  if (is.isIdentifier(parameter.name)) names.set(parameter.name.text, value)
  else if (is.isObjectBindingPattern(parameter.name)) {
    for (const { name, propertyName } of parameter.name.elements) {
      if (name && is.isIdentifier(name)) names.set(name.text, member(value, propertyName?.getText() ?? name.text))
    }
  }
}

function resultOf(body: Node | undefined): Node | undefined {
  if (!body || !is.isBlock(body)) return body
  const [only] = body.statements
  return body.statements.length === 1 && only && is.isReturnStatement(only) ? only.expression : undefined
}

function call(project: Project, node: Node, names: Names): unknown {
  if (!is.isCallExpression(node)) throw new NotFixed(node.getText())
  const run = evaluate(project, node.expression, names)
  if (typeof run !== 'function') throw new NotFixed(node.getText())
  return (run as Closure)(...node.arguments.map((one) => evaluate(project, one, names)))
}

function member(of: unknown, name: string): unknown {
  if (of === undefined || of === null) throw new NotFixed(name)
  const found = (of as Record<string, unknown>)[name]
  if (found === undefined) throw new NotFixed(name)
  return typeof found === 'function' ? found.bind(of) : found
}

function constant(project: Project, node: Node): unknown {
  return ofSymbol(project, project.checker.getSymbolAtLocation(node), node.getText())
}

function ofSymbol(project: Project, found: Declared | undefined, name: string): unknown {
  if (Object.hasOwn(KNOWN, name)) return KNOWN[name]
  const symbol = found && found.flags & SymbolFlags.Alias ? project.checker.getAliasedSymbol(found) : found
  const declared = symbol?.valueDeclaration?.resolve(project)
  if (declared && is.isVariableDeclaration(declared) && declared.initializer) {
    return evaluate(project, declared.initializer)
  }
  if (declared && is.isFunctionDeclaration(declared)) return evaluate(project, declared)
  throw new NotFixed(name)
}
