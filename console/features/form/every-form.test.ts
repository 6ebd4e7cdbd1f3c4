import { expect, it } from 'vitest'

import { doorForms, platformForms, resellerForms } from '../../../e2e/form-table.ts'
import { findSources } from '../../../ui/test/sources.ts'

const sources = findSources('tsx', ['console']).filter(({ file }) => !file.startsWith('console/features/form/'))

/** Fields that hold nothing that could be lost. */
const NO_WORK: Record<string, string> = {
  'console/app/shell/bell-sheet.tsx': 'saved at once',
  'console/app/shell/office-sheet.tsx': 'a search',
  'console/features/factor/totp-setup.tsx': 'a code of the moment',
  'console/features/sign-in/fields.tsx': 'asked before anything can be typed',
  'console/features/sign-in/step-up.tsx': 'asked over the form, which stays',
  'console/features/statement/statement-frame.tsx': 'a choice of what to see',
  'console/features/table/columns-sheet.tsx': 'a choice of what to see',
  'console/features/table/filter-sheet.tsx': 'a choice of what to see',
  'console/features/table/row-cards.tsx': 'rows to act on',
  'console/features/table/search-field.tsx': 'a search',
  'console/screens/account/summary-card.tsx': 'saved at once',
  'console/screens/account/telegram-card.tsx': 'saved at once',
  'console/screens/clients/upload-sheet.tsx': 'a file that stays on the disk',
  'console/screens/payments/bills/upload-sheet.tsx': 'a file that stays on the disk',
  'console/screens/resellers/import/files-card.tsx': 'a file that stays on the disk',
  'console/screens/tickets/template-pictures.tsx': 'a file that stays on the disk',
  'console/screens/sign-in/recover-form.tsx': 'codes of the moment, before anybody is in',
}
/** Fields with the guard whose form says that nothing is lost. */
const NOT_WORK: Record<string, string> = {
  'console/features/bulk/whom-step.tsx': 'a choice of whom',
  'console/screens/refunds/find-part.tsx': 'a search',
  'console/screens/user/tags-sheet.tsx': 'a choice of words',
}
/** Fields without the guard that are parts of a form with one. */
const GUARDED_BY_FORM: Record<string, string> = {
  'console/screens/brand/colour-card.tsx': 'brand-screen.tsx',
  'console/screens/brand/crop-sheet.tsx': 'brand-screen.tsx',
  'console/screens/brand/name-card.tsx': 'brand-screen.tsx',
  'console/screens/nodes/node-form.tsx': 'the other fields of a node',
}

const FIELDS = 'TextInput|Textarea|PasswordInput|NumberInput|Select|MultiSelect|Checkbox|Switch|Slider|DatePickerInput'
const unguarded = new RegExp(
  `import \\{[^}]*\\b(?:${FIELDS})\\b[^}]*\\} from '@mantine/|auth/(?:password-)?field\\.tsx'|<(?:input|textarea)\\b`,
)
const guarded = /form\/(?:fields|plain-fields|day-field|moment-field)\.tsx'/

it('every component of the console that edits uses the fields that guard what is typed', () => {
  const editing = sources.filter(({ text }) => guarded.test(text)).map(({ file }) => file)
  expect(editing.length).toBeGreaterThan(50)
  const others = sources.filter(({ text }) => unguarded.test(text)).map(({ file }) => file)
  expect(others.sort()).toEqual(Object.keys({ ...NO_WORK, ...GUARDED_BY_FORM }).sort())
})

it('a browser leaves every component that edits with something typed', () => {
  const editing = sources.filter(({ text }) => guarded.test(text)).map(({ file }) => file)
  const work = editing.filter((file) => !(file in NO_WORK) && !(file in NOT_WORK))
  const left = [...resellerForms, ...platformForms, ...doorForms].map(({ file }) => `console/${file}`)
  // A component may have several forms.
  expect([...new Set(left)].sort()).toEqual(work.sort())
})

it('every sheet with such a field asks before it closes', () => {
  const found = sources.flatMap(({ file, text }) => {
    const forms = [...text.matchAll(/function (\w+)\(([\s\S]*?)\n\}\n/g)]
      .filter(([, , body]) =>
        new RegExp(`<(?:${FIELDS}|Field|PasswordField|DayField|MomentField|EditRoom|EditForm)\\b`).test(body!),
      )
      .map(([, name]) => name!)
    const sheets = [...text.matchAll(/<Sheet\b[\s\S]*?<\/Sheet>/g)].map(([sheet]) => sheet)
    const names = [...forms, 'Field', 'PasswordField', ...FIELDS.split('|')].join('|')
    return sheets.some((sheet) => new RegExp(`<(?:${names})\\b`).test(sheet)) ? [file] : []
  })
  expect(found.filter((file) => !(file in NO_WORK))).toEqual([])
})
