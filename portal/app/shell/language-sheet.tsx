import { LANGUAGES } from '../../../contract/languages.ts'
import { Icon } from '../../components/icon.tsx'
import { languageNames } from '../../components/language-names.ts'
import { Sheet } from '../../components/sheet.tsx'
import { chooseLanguage } from '../../locales/choose-language.ts'
import { useLanguage, useWords } from '../../locales/language.ts'
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
