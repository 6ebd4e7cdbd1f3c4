import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify'
import formatsModule from 'ajv-formats'

// ajv-formats is CommonJS whose default export is the plugin itself at run time and a namespace to the type checker.
const addFormats = formatsModule as unknown as typeof formatsModule.default

/** Bodies are taken as they are: no coercion, no silent removal. A query string is all text, so numbers are read from it. */
export function useStrictValidation(app: FastifyInstance): void {
  const strict = new Ajv({
    allErrors: false,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: true,
    strict: true,
  })
  const lenient = new Ajv({
    allErrors: false,
    coerceTypes: true,
    removeAdditional: false,
    useDefaults: true,
    strict: true,
  })
  addFormats(strict)
  addFormats(lenient)
  app.setValidatorCompiler<object>(({ schema, httpPart }): ValidateFunction =>
    (httpPart === 'body' ? strict : lenient).compile(schema),
  )
}

/** Names each wrong field with the rule it broke, never with the value that was sent. */
export function wrongFields(errors: FastifySchemaValidationError[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const error of errors) {
    const params = error.params as Record<string, unknown>
    const child = params['missingProperty'] ?? params['additionalProperty']
    const path = [...error.instancePath.split('/').slice(1), ...(typeof child === 'string' ? [child] : [])].join('.')
    fields[path || 'body'] = error.keyword
  }
  return fields
}
