import { expect, it } from 'vitest'

import { connectedSteps } from './connected-steps.ts'
import { opensApp } from './use-import-tap.ts'

it('names the step that is still missing', () => {
  expect(connectedSteps('none')).toEqual({ imported: 'next', switched: 'later', missing: 'import' })
  expect(connectedSteps('opened').missing).toBe('import')
  expect(connectedSteps('imported')).toEqual({ imported: 'done', switched: 'next', missing: 'switch' })
  expect(connectedSteps('connected').missing).toBeNull()
})

it.each([
  ['clash://install-config?url=x', true],
  ['sing-box://import-remote-profile?url=x', true],
  ['egern:/profiles/new?url=x', true],
  ['v2rayng://install-config', true],
  ['https://portal.example/user', false],
  ['http://127.0.0.1/', false],
  ['mailto:a@b.example', false],
  ['/user/tcBuy', false],
  ['', false],
])('%s opens a client: %s', (href, opens) => {
  expect(opensApp(href)).toBe(opens)
})
