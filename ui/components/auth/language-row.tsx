import { LANGUAGES, type Language } from '../../../contract/languages.ts'
import { languageNames } from '../../words/ui-words.ts'
import css from './language-row.module.css'

export function LanguageRow({ current, onChoose }: { current: Language; onChoose: (language: Language) => void }) {
  return (
    <ul className={css.row}>
      {LANGUAGES.map((language) => (
        <li key={language}>
          <button
            type="button"
            className={css.language}
            lang={language}
            aria-pressed={language === current}
            onClick={() => onChoose(language)}
          >
            {languageNames[language]}
          </button>
        </li>
      ))}
    </ul>
  )
}
