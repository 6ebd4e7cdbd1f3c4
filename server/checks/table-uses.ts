import { parseAst } from 'vite'

/** `where`: the file, or the SQL function as `ledger_post()`. `table` is `*` if its name is computed. */
export type Use = { where: string; kind: 'read' | 'write' | 'call'; table: string }
type Schema = { tables: ReadonlySet<string>; functions: ReadonlyMap<string, string> }
type Found = Omit<Use, 'where'>

/** Tables, and functions with their bodies, in `schema.sql`. */
export function readSchema(sql: string): Schema {
  const functions = [...sql.matchAll(/^CREATE OR REPLACE FUNCTION public\.(\w+)[^]*?\$function\$([^]*?)\$function\$/gm)]
  return {
    tables: new Set([...sql.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name]) => name!)),
    functions: new Map(functions.map(([, name, body]) => [name!, body!.replaceAll(/--.*/g, '')])),
  }
}

/** Finds which tables a source uses: in SQL strings, and in Kysely calls. */
export function findUses(schema: Schema, where: string, source: string): Use[] {
  const found: Found[] = []
  visit(parseAst(source, { lang: where.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    const text = textOf(node)
    if (text !== null && isSql(text)) found.push(...usesIn(schema, text))
    found.push(...kyselyUses(schema, node))
  })
  return distinct(found, where)
}

export function findFunctionUses(schema: Schema, name: string): Use[] {
  return distinct(usesIn(schema, schema.functions.get(name) ?? ''), `${name}()`)
}

function distinct(found: readonly Found[], where: string): Use[] {
  const uses = new Map(found.map((use) => [`${use.kind} ${use.table}`, { where, ...use }]))
  return [...uses.values()]
}

type Node = { type: string; [key: string]: unknown }

function visit(node: unknown, look: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, look)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) look(node as Node)
    for (const value of Object.values(node)) visit(value, look)
  }
}

/** Template insertions become `*`: each inserted piece with a table is a string of its own somewhere. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return null
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('*')
}

/** Texts for people contain such words too, but never in this order. */
function isSql(text: string): boolean {
  return /\bselect\b|\binsert\s+into\b|\bdelete\s+from\b|\bupdate\s+\S+(\s+\w+)?\s+set\b|^\s*((left|inner|cross)\s+)?(from|join)\b/.test(
    text,
  )
}

const NAME = String.raw`([a-z_][\w.]*|\*)`
const WRITES = [
  String.raw`\binsert\s+into\s+(?:only\s+)?${NAME}`,
  String.raw`\bmerge\s+into\s+(?:only\s+)?${NAME}`,
  String.raw`\bdelete\s+from\s+(?:only\s+)?${NAME}`,
  String.raw`\btruncate\s+(?:table\s+)?(?:only\s+)?${NAME}`,
  String.raw`\bupdate\s+(?:only\s+)?${NAME}(?:\s+(?:as\s+)?\w+)?\s+set\b`,
  String.raw`\b(?:alter|drop)\s+table\s+(?:if\s+exists\s+)?${NAME}`,
].map((pattern) => new RegExp(pattern, 'g'))
const JOINED = new RegExp(String.raw`\b(?:join|using)\s+(?:lateral\s+|only\s+)?${NAME}`, 'g')
const FROM =
  /(?<!\bdelete\s+)\bfrom\s+(?:only\s+)?((?:[a-z_][\w.]*|\*)(?:(?:\s+as)?\s+\w+)?(?:\s*,\s*[a-z_][\w.]*(?:(?:\s+as)?\s+\w+)?)*)/g

function usesIn({ tables, functions }: Schema, sql: string): Found[] {
  const written = WRITES.flatMap((pattern) => [...sql.matchAll(pattern)].map(([, name]) => name!))
  const joined = [...sql.matchAll(JOINED)].map(([, name]) => name!)
  const listed = [...sql.matchAll(FROM)].flatMap(([, list]) =>
    list!.split(',').map((one) => one.trim().split(/\s/)[0]!),
  )
  const isOurs = (name: string) => name === '*' || tables.has(name)
  const bare = (name: string) => name.replace(/^public\./, '')
  const called = [...functions.keys()].filter((name) => new RegExp(String.raw`\b${name}\s*\(`).test(sql))
  return [
    ...written
      .map(bare)
      .filter(isOurs)
      .map((table): Found => ({ kind: 'write', table })),
    ...[...joined, ...listed]
      .map(bare)
      .filter(isOurs)
      .map((table): Found => ({ kind: 'read', table })),
    ...called.map((table): Found => ({ kind: 'call', table })),
  ]
}

const KYSELY_WRITES = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']
const KYSELY_READS = ['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'using']

function kyselyUses({ tables }: Schema, node: Node): Found[] {
  if (node.type !== 'CallExpression') return []
  const method = (node['callee'] as { property?: { name?: string } }).property?.name ?? ''
  const kind = KYSELY_WRITES.includes(method) ? 'write' : KYSELY_READS.includes(method) ? 'read' : null
  const [first] = node['arguments'] as Node[]
  if (kind === null || first === undefined) return []
  const given = first.type === 'ArrayExpression' ? (first['elements'] as Node[]) : [first]
  return given.flatMap((one): Found[] => {
    // A nested query: its own words say what it reads.
    if (one.type === 'ArrowFunctionExpression' || one.type === 'CallExpression') return []
    const name = textOf(one)?.split(' ')[0]
    const table = name === undefined ? '*' : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return table === '*' || tables.has(table) ? [{ kind, table }] : []
  })
}
