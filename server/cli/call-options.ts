import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { FileAnswer } from '../../contract/console/list.ts'
import { RequestKey } from '../../contract/fields.ts'
import type { StaffRoute } from '../platform/http/staff-guard.ts'
import { schemaText, valuesOf, withoutNull, type Schema } from './call-schema.ts'
import { UsageError, type Options } from './command.ts'
import { oneOf, readKeyFile } from './read-options.ts'

/** Fields that hold a secret, of every call: every user of the machine could read them on the command line. */
const SECRETS = new Set([
  'alipayPublicKey',
  'apiV3Key',
  'appSecret',
  'codes',
  'decryption',
  'hookSecret',
  'passphrase',
  'privateKey',
  'realityPrivateKey',
  'secret',
  'serverToken',
  'token',
])
/** Fields of this name are secrets in one call only: in others they name a coupon. */
const SECRET_CODE = '/api/console/cards/find'

/** Fields that are called like an option of every command. */
const TAKEN: Readonly<Record<string, string>> = { help: 'help-text' }
const REQUEST_KEY = RequestKey as Schema

type Field = { field: string; option: string; schema: Schema; isRequired: boolean; isFile: boolean }

export function fieldsOf({ input, path }: Pick<StaffRoute, 'input' | 'path'>): Field[] {
  const { properties = {}, required = [] } = input as Schema
  return Object.entries(properties).map(([field, schema]) => {
    const isFile = SECRETS.has(field) || (field === 'code' && path === SECRET_CODE)
    const name =
      TAKEN[field] ??
      field
        .replaceAll('_', '-')
        .replaceAll(/(?<=[a-z])[A-Z]/g, '-$&')
        .toLowerCase()
    const isRequired = required.includes(field) && !isRequestKey(schema)
    return { field, option: isFile ? `${name}-file` : name, schema, isRequired, isFile }
  })
}

export function optionsOfCall(route: StaffRoute): Options {
  const options: Options = {}
  const { scope = 'reseller' } = route
  if (scope !== 'platform') {
    const help = scope === 'any' ? 'within this reseller; left out, of the platform' : 'within this reseller'
    options['reseller'] = { kind: 'number', help, isRequired: scope === 'reseller' }
  }
  for (const { option, schema, isRequired, isFile } of fieldsOf(route)) {
    options[option] = { kind: isFile ? 'path' : 'text', help: helpOf(schema, isFile), isRequired }
  }
  if (answersFile(route)) options['out-file'] = { kind: 'path', help: 'where the answer goes', isRequired: true }
  return options
}

export function answersFile({ output }: Pick<StaffRoute, 'output'>): boolean {
  return output === FileAnswer
}

/** The body or query of the call. The call's own check looks at it like at any other. */
export function readInput(route: StaffRoute, values: Record<string, unknown>): Record<string, unknown> {
  const given = fieldsOf(route).flatMap(({ field, option, schema, isFile }) => {
    const text = values[option]
    if (typeof text === 'string')
      return [[field, isFile ? readSecret(option, schema, text) : read(option, schema, text)]]
    return isRequestKey(schema) ? [[field, randomUUID()]] : []
  })
  return Object.fromEntries(given) as Record<string, unknown>
}

/** The names of calls that happen once: every call has one of its own, unless the caller names it. */
function isRequestKey({ pattern, maxLength }: Schema): boolean {
  return pattern === REQUEST_KEY.pattern && maxLength === REQUEST_KEY.maxLength
}

function helpOf(schema: Schema, isFile: boolean): string {
  if (isRequestKey(schema)) return 'name of this call: with the same name it happens once. Left out, a new one'
  if (!isFile) return schemaText(schema)
  return schema.type === 'array'
    ? 'file with one a line; - is standard input'
    : 'file that holds it; - is standard input'
}

function readSecret(option: string, { type }: Schema, file: string): string | string[] {
  const text = file === '-' ? readFileSync(0, 'utf8') : readKeyFile(option, file)
  return type === 'array' ? text.split(/\r?\n/).filter((line) => line.trim() !== '') : text.replace(/\r?\n$/, '')
}

function read(option: string, schema: Schema, text: string): unknown {
  const { plain, isNullable } = withoutNull(schema)
  if (isNullable && text === 'null') return null
  const { type } = plain
  if (type === 'integer' || type === 'number') return readNumber(option, text)
  if (type === 'boolean') return oneOf(option, text, ['true', 'false']) === 'true'
  const values = valuesOf(plain)
  if (values) return values.find((value) => String(value) === oneOf(option, text, values.map(String)))
  return type === 'string' ? text : readJson(option, text)
}

function readNumber(option: string, text: string): number {
  if (!/^-?\d{1,16}(\.\d{1,9})?$/.test(text)) throw new UsageError(`--${option} must be a number`)
  return Number(text)
}

function readJson(option: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--${option} must be JSON`)
  }
}
