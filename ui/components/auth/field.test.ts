import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { Field } from './field.tsx'
import { PasswordField } from './password-field.tsx'

const hintOf = (element: React.ReactElement) => /enterkeyhint="(\w+)"/i.exec(renderToStaticMarkup(element))?.[1]

it('the key of a phone says what comes next', () => {
  const field = { name: 'a', label: 'A' }
  expect(hintOf(createElement(Field, field))).toBe('next')
  expect(hintOf(createElement(Field, { ...field, inputMode: 'numeric' }))).toBe('done')
  expect(hintOf(createElement(Field, { ...field, enterKeyHint: 'go' }))).toBe('go')
  expect(hintOf(createElement(PasswordField, { ...field, showLabel: 'show', hideLabel: 'hide' }))).toBe('go')
})
