import { LANGUAGES } from '../../../contract/languages.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { chooseLanguage } from '../../../ui/components/look.ts'
import { useWords } from '../../words/language.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import css from './sheet-list.module.css'

export function LanguageSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const base = useWords('base')
  const current = useLanguage()
  return (
    <Sheet opened={opened} onClose={onClose} title={base('language')} closeLabel={base('close')}>
      <ul className={css.list}>
        {LANGUAGES.map((language) => (
          <li key={language}>
            <button
              type="button"
              className={css.row}
              lang={language}
              aria-pressed={language === current}
              onClick={() => {
                onClose()
                void chooseLanguage(language)
              }}
            >
              <span className={css.word}>{languageNames[language]}</span>
              {language === current ? <Icon name="check" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
