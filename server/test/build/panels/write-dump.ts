import type { Cell, PanelRow, PanelRows } from './rows.ts'
import { panelTables, type Column, type PanelName } from './schemas.ts'

/** As mysqldump writes: no names of columns, many rows in a statement. The others name columns, a row on each line. */
export type DumpStyle = 'mysqldump' | 'phpMyAdmin' | 'Adminer' | 'sqlite'

export function writeDump(panel: PanelName, rows: PanelRows, style: DumpStyle = 'mysqldump'): string {
  const tables = panelTables(panel).map(([table, columns]) =>
    [createTable(table, columns, style), ...insert(table, columns, rows[table] ?? [], style)].join('\n'),
  )
  return `${BEGIN[style]}${tables.join('\n\n')}\n${END[style]}`
}

const BEGIN = {
  mysqldump: `/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19  Distrib 10.11\n/*!40101 SET NAMES utf8mb4 */;\n`,
  phpMyAdmin: '-- phpMyAdmin SQL Dump\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\n/*!40101 SET NAMES utf8mb4 */;\n',
  Adminer: "-- Adminer 4.8.1 MySQL 5.7 dump\n\nSET NAMES utf8;\nSET time_zone = '+00:00';\nSET NAMES utf8mb4;\n",
  sqlite: 'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n',
}
const END = {
  mysqldump: '-- Dump completed on 2026-11-17\n',
  phpMyAdmin: 'COMMIT;\n',
  Adminer: '-- 2026-11-17\n',
  sqlite: 'COMMIT;\n',
}

export function createTable(table: string, columns: readonly Column[], style: DumpStyle): string {
  const quote = style === 'sqlite' ? '"' : '`'
  const lines = columns.map(({ name, type }) => `  ${quote}${name}${quote} ${type} DEFAULT NULL`)
  const engine = style === 'sqlite' ? '' : " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='a (table), it''s'"
  const drop = style === 'sqlite' ? '' : `DROP TABLE IF EXISTS \`${table}\`;\n`
  return `${drop}CREATE TABLE ${quote}${table}${quote} (\n${lines.join(',\n')}\n)${engine};`
}

function insert(table: string, columns: readonly Column[], rows: readonly PanelRow[], style: DumpStyle): string[] {
  if (rows.length === 0) return []
  const tuples = rows.map((row) => `(${columns.map(({ name }) => literal(row[name] ?? null, style)).join(',')})`)
  if (style === 'sqlite') return tuples.map((tuple) => `INSERT INTO ${table} VALUES${tuple};`)
  if (style === 'mysqldump') {
    return [`LOCK TABLES \`${table}\` WRITE;`, `INSERT INTO \`${table}\` VALUES ${tuples.join(',')};`, 'UNLOCK TABLES;']
  }
  const names = columns.map(({ name }) => `\`${name}\``).join(', ')
  return [`INSERT INTO \`${table}\` (${names}) VALUES\n${tuples.join(',\n')};`]
}

function literal(cell: Cell, style: DumpStyle): string {
  if (cell === null) return 'NULL'
  if (typeof cell !== 'string') return String(cell)
  if (style !== 'sqlite') return `'${cell.replaceAll(/[\\'"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}'`
  const doubled = `'${cell.replaceAll("'", "''")}'`
  return cell.includes('\n') ? `replace(${doubled.replaceAll('\n', String.raw`\n`)},'\\n',char(10))` : doubled
}
