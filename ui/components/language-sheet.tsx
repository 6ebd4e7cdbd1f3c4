import { LANGUAGES } from '../../contract/languages.ts'
import { languageNames } from '../words/ui-words.ts'
import { useLanguage } from '../words/word-store.ts'
import { Icon } from './icon.tsx'
import { chooseLanguage } from './look.ts'
import { Sheet } from './sheet.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  closeLabel: string
  /** Class names from each app's own stylesheet. */
  look: Partial<Record<'list' | 'item' | 'row' | 'word', string | undefined>>
}

export function LanguageSheet({ opened, onClose, title, closeLabel, look }: Props) {
  const current = useLanguage()
  return (
    <Sheet opened={opened} onClose={onClose} title={title} closeLabel={closeLabel}>
      <ul className={look.list}>
        {LANGUAGES.map((language) => (
          <li key={language} className={look.item}>
            <button
              type="button"
              className={look.row}
              lang={language}
              aria-pressed={language === current}
              onClick={() => {
                onClose()
                void chooseLanguage(language)
              }}
            >
              <span className={look.word}>{languageNames[language]}</span>
              {language === current ? <Icon name="check" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
