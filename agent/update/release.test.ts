import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'

import { signRelease, updateKey } from '../test/signed-release.ts'
import { findFault, isNewer } from './release.ts'

const file = Buffer.from('console.log(1)')
const release = signRelease('1.2.3', file)

test('a signed release may run', () => {
  expect(findFault(release, file, updateKey)).toBeNull()
})

test('another file, number, signature or key may not', () => {
  const stranger = generateKeyPairSync('ed25519')
  const cases: [typeof release, Buffer][] = [
    [release, file.subarray(0, 5)],
    [release, Buffer.from('console.log(2)')],
    [{ ...release, number: '9.9.9' }, file],
    [{ ...release, number: '../x' }, file],
    [{ ...release, signature: 'AAAA' }, file],
    [signRelease('1.2.3', file, stranger.privateKey), file],
  ]
  for (const [one, content] of cases) expect(findFault(one, content, updateKey)).toEqual(expect.any(String))
  expect(findFault(release, file, 'no key')).toBe('the signature cannot be checked')
})

test('releases are compared by number', () => {
  expect(isNewer('0.10.0', '0.9.9')).toBe(true)
  expect(isNewer('1.0.0', '1.0.0')).toBe(false)
  expect(isNewer('0.9.9', '0.10.0')).toBe(false)
})
