import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

import { sourcesIn, visit } from './imports.ts'

/** Deciding, looping and writing belong to a use case: a file of its own, or the screen's calls.ts. */
const LOGIC = /^(FunctionDeclaration|IfStatement|For\w*Statement|ConditionalExpression|SwitchStatement|TryStatement)$/

function logicIn(source: string): string[] {
  const found: string[] = []
  visit(parseAst(source, { lang: 'ts' }), (node) => {
    if (LOGIC.test(String(node['type']))) found.push(String(node['type']))
  })
  return found
}

test('routes.ts only binds', () => {
  const files = sourcesIn(['server/domains']).filter((file) => file.endsWith('/routes.ts'))
  expect(files.length).toBeGreaterThan(40)
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
  expect(files.filter((file) => logicIn(read(file)).length > 0)).toEqual([])
})

test.each([
  'const routes = [bind(a.b, async (ctx) => { if (ctx.now) fail("x") })]',
  'function show(row: Row) { return row }',
  'const routes = [bind(a.b, (ctx, { on }) => (on ? start(ctx) : stop(ctx)))]',
])('refuses %s', (source) => expect(logicIn(source)).toHaveLength(1))
