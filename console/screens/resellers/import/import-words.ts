import type { ImportTask } from '../../../../contract/console/imports.ts'
import type { StateTone } from '../../../../ui/components/state-word.tsx'
import type { PlainKey, Translate } from '../../../words/words.ts'

type Word = PlainKey<'imports'>

export const kindWords = { check: 'kindCheck', run: 'kindRun', undo: 'kindUndo' } as const
export const stateTones: Record<ImportTask['state'], StateTone> = {
  waiting: 'busy',
  running: 'busy',
  done: 'good',
  failed: 'bad',
}

const stageWords: Partial<Record<string, Word>> = {
  file: 'stageFile',
  reading: 'stageReading',
  packages: 'stagePackages',
  nodes: 'stageNodes',
  passwords: 'stagePasswords',
  users: 'stageUsers',
  services: 'stageServices',
  lines: 'stageLines',
  tickets: 'stageTickets',
  money: 'stageMoney',
  gifts: 'stageGifts',
  things: 'stageThings',
  deleting: 'stageDeleting',
}

export const stageWord = (stage: string): Word => stageWords[stage] ?? 'stageOther'

const troubleWords: Partial<Record<string, Word>> = {
  parts: 'troubleParts',
  noPanel: 'troubleNoPanel',
  cut: 'troubleCut',
  packed: 'troublePacked',
  sqlite: 'troubleSqlite',
  postgres: 'troublePostgres',
  prefixed: 'troublePrefixed',
  otherPanel: 'troubleOtherPanel',
  tooMany: 'troubleTooMany',
  used: 'troubleUsed',
  undone: 'troubleUndone',
  disk: 'troubleDisk',
  'reseller.full': 'troubleFull',
  unexpected: 'troubleUnexpected',
}

/** The sentence of the command where there are no words of ours. */
export function troubleText(t: Translate<'imports'>, { code, says }: NonNullable<ImportTask['trouble']>): string {
  if (code === 'tooMuch') return t('troubleTooMuch', { says })
  const word = troubleWords[code ?? '']
  return word ? t(word) : says
}

const wordsOfUses: Partial<Record<string, Word>> = {
  'an order': 'useOrder',
  'money that moved': 'useMoney',
  'a gift': 'useGift',
  'a redeemed key': 'useKey',
  'a bought key of its packages': 'useBought',
  'a package that changed': 'usePackage',
  'a line of somebody else on its nodes': 'useLine',
}

/** What keeps an import from being undone. */
export function usesText(t: Translate<'imports'>, uses: readonly string[], comma: string): string {
  return uses
    .map((use) => {
      const word = wordsOfUses[use]
      return word ? t(word) : use
    })
    .join(comma)
}
