import { LANGUAGES, type Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { useWords } from '../../words/language.ts'
import { TextInput, Textarea } from './fields.tsx'
import css from './notice-texts.module.css'
import type { NoticeText, NoticeTextsOf } from './texts-input.ts'

type Props = {
  texts: NoticeTextsOf
  language: Language
  onLanguage: (language: Language) => void
  onChange: (texts: NoticeTextsOf) => void
}

/** Title and text of a notice, in one language at a time. */
export function NoticeTexts({ texts, language, onLanguage, onChange }: Props) {
  const t = useWords('notices')
  const change = (part: Partial<NoticeText>) => onChange({ ...texts, [language]: { ...texts[language], ...part } })
  return (
    <>
      <Segments
        label={t('language')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
        onChange={onLanguage}
      />
      {language === 'zh-CN' ? null : <p className={css.hint}>{t('otherLanguage')}</p>}
      <TextInput
        name="title"
        label={t('title')}
        maxLength={limits.noticeTitleMax}
        value={texts[language].title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        name="body"
        label={t('body')}
        description={t('bodyHint')}
        autosize
        minRows={6}
        maxRows={14}
        maxLength={limits.noticeBodyMax}
        value={texts[language].body}
        onChange={(event) => change({ body: event.currentTarget.value })}
      />
    </>
  )
}
