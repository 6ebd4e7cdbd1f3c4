import { Sheet } from '../../../ui/components/sheet.tsx'
import { useWords } from '../../words/language.ts'
import type { PlainKey } from '../../words/words.ts'
import css from './sheet-list.module.css'

const keys: readonly { keys: readonly string[]; word: PlainKey<'shell'> }[] = [
  { keys: ['Ctrl', 'K'], word: 'keyFind' },
  { keys: ['/'], word: 'keySearch' },
  { keys: ['↑', '↓'], word: 'keyRows' },
  { keys: ['Enter'], word: 'keyOpen' },
  { keys: ['Space'], word: 'keySelect' },
  { keys: ['Alt', '1 … 9'], word: 'keyGo' },
  { keys: ['Esc'], word: 'keyBack' },
  { keys: ['?'], word: 'keyHelp' },
]

export default function KeysSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('shell')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('keys')} closeLabel={base('close')}>
      <ul>
        {keys.map(({ keys: pressed, word }) => (
          <li key={word} className={`${css.item} ${css.row}`}>
            <span className={css.word}>{t(word)}</span>
            <span className={css.keys}>
              {pressed.map((key) => (
                <kbd key={key} className={css.key}>
                  {key}
                </kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
