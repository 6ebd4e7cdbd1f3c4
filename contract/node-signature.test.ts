import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { nodeSignatureText } from './node-signature.ts'

const page = readFileSync(path.join(import.meta.dirname, '..', 'docs', 'node-api.md'), 'utf8')
const examples = [...page.matchAll(/^\| `(GET|POST) (\S+)` +\| (?:none|`(\{.+\})`) +\| `([0-9a-f]{64})`/gm)]

test('verifies the examples that authors of other agents rely on', () => {
  expect(examples).toHaveLength(2)
  for (const [, method = '', path = '', body, signature] of examples) {
    const bodyHash = body === undefined ? '' : createHash('sha256').update(body).digest('hex')
    const text = nodeSignatureText({ method, path, epoch: '3', time: '1767225600', bodyHash })
    expect(createHmac('sha256', 'example-secret').update(text).digest('hex')).toBe(signature)
  }
})
