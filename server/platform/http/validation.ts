import { Ajv, type ValidateFunction } from 'ajv'
import formatsModule from 'ajv-formats'
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify'

// ajv-formats is CommonJS whose default export is the plugin itself at run time and a namespace to the type checker.
const addFormats = formatsModule as unknown as typeof formatsModule.default

const COMMON = { removeAdditional: false, useDefaults: true, strict: true } as const
/** Naming every wrong field costs time and memory in proportion to the input; our forms are never this large. */
const THOROUGH_MAX_CHARACTERS = 8 * 1024
const FIELDS_MAX = 20

/** Takes bodies as they are: no coercion, no silent removal. A query string is all text, so reads numbers from it. */
export function useStrictValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<object>(({ schema, httpPart }) => (httpPart === 'body' ? body : query)(schema))
}

const body = makeCompiler({ coerceTypes: false })
const query = makeCompiler({ coerceTypes: true })

/**
 * Stops at the first mistake, so that hostile input is cheap; only small input is then checked to the end. Compiles a
 * schema at the first call that needs it: compiling all at once takes a fifth of the server's start.
 */
function makeCompiler(options: { coerceTypes: boolean }): (schema: object) => ValidateFunction {
  const [quick, thorough] = [false, true].map((allErrors) => {
    const ajv = addFormats(new Ajv({ ...COMMON, ...options, allErrors }))
    const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean }
    // A leap second is well-formed, but JavaScript has no such time.
    return ajv.addFormat('date-time', (text: string) => validate(text) && !Number.isNaN(Date.parse(text)))
  })
  return (schema) => {
    let readFirst: ValidateFunction | undefined
    let readAll: ValidateFunction | undefined
    const validate = (input: unknown): boolean => {
      validate.errors = null
      const isRight = (readFirst ??= quick!.compile(schema))
      if (isRight(input)) return true
      validate.errors = isRight.errors
      if (!isSmall(input)) return false
      const all = (readAll ??= thorough!.compile(schema))
      if (!all(input)) validate.errors = all.errors
      return false
    }
    validate.errors = null as ValidateFunction['errors']
    return validate as ValidateFunction
  }
}

/** Input nested deeper than the stack cannot be serialised. */
function isSmall(input: unknown): boolean {
  try {
    return JSON.stringify(input ?? null).length <= THOROUGH_MAX_CHARACTERS
  } catch {
    return false
  }
}

/** Names each wrong field with the first rule it broke, never with the value that was sent. */
export function wrongFields(errors: FastifySchemaValidationError[]): Record<string, string> {
  const fields = new Map<string, string>()
  for (const error of errors) {
    const params = error.params as Record<string, unknown>
    const child = params['missingProperty'] ?? params['additionalProperty']
    const path = [...error.instancePath.split('/').slice(1), ...(typeof child === 'string' ? [child] : [])].join('.')
    const name = path || 'body'
    // Each alternative reports its error first, then the choice itself does: use the choice's error.
    if (error.keyword === 'anyOf' || !fields.has(name)) fields.set(name, error.keyword)
    if (fields.size === FIELDS_MAX) break
  }
  return Object.fromEntries(fields)
}
