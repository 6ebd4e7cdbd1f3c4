import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { settingsFile, withoutPadding, writeSettingsPage } from './settings-doc.ts'

test('docs/settings.md matches the tables of settings and limits', () => {
  expect(withoutPadding(readFileSync(settingsFile, 'utf8'))).toBe(withoutPadding(writeSettingsPage()))
})
