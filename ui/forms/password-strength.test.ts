import { expect, it } from 'vitest'

import { passwordStrength, type Strength } from './password-strength.ts'

it.each<[string, Strength]>([
  ['', 'weak'],
  ['kX7#p2!', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['9876543210', 'weak'],
  ['qwertyuiop', 'weak'],
  ['19900101', 'weak'],
  ['xk7xk7xk7xk7xk7xk7', 'weak'],
  ['12121212121212', 'weak'],
  ['turtlebay', 'weak'],
  ['turtle-bay', 'fair'],
  ['plum7river', 'fair'],
  ['kX7#p2!w', 'fair'],
  ['plum7river-Gate', 'strong'],
  ['correct horse battery staple', 'strong'],
  ['山高月小水落石出', 'fair'],
  ['山高月小水落石出江流有声', 'strong'],
])('%s is %s', (password, expected) => {
  expect(passwordStrength(password)).toBe(expected)
})

it('the account name inside a password adds no strength', () => {
  expect(passwordStrength('marlin-harbour7')).toBe('strong')
  expect(passwordStrength('Marlin-Harbour7', 'marlin-harbour')).toBe('weak')
})

it('treats pattern characters in an account name as plain text', () => {
  expect(passwordStrength('plum7river-Gate', 'a.b-c@d')).toBe('strong')
})

it('never rates a longer version of a password as weaker', () => {
  const order: Strength[] = ['weak', 'fair', 'strong']
  let last = 0
  for (let length = 1; length <= 20; length++) {
    const at = order.indexOf(passwordStrength('gK4mzR8tWq2vHs6nYb3x'.slice(0, length)))
    expect(at).toBeGreaterThanOrEqual(last)
    last = at
  }
  expect(last).toBe(2)
})
