import { LANGUAGES, type Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import type { NoticeBlock } from '../../../contract/notices.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { Textarea } from '../../features/form/fields.tsx'
import { BackAgain } from '../../features/form/kept-words.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import { withText } from './brand-texts.ts'
import css from './brand.module.css'
import { TextReading } from './text-reading.tsx'
import type { BrandDraft } from './use-brand-draft.ts'

const KINDS = ['agreement', 'help'] as const
/** The text that is open. */
export type OpenText = { kind: (typeof KINDS)[number]; language: Language }
type Props = {
  draft: BrandDraft
  open: OpenText
  blocks: readonly NoticeBlock[]
  onOpen: (open: OpenText) => void
}

/**
 * The reseller's own terms and help instead of ours. They are previewed right below on a phone, in the preview on a
 * desktop.
 */
export function TextsCard({ draft: { values, wrong, texts, set }, open, blocks, onOpen }: Props) {
  const t = useWords('brand')
  const { kind, language } = open
  return (
    <Section title={t('textsTitle')}>
      {texts.isBack && texts.isChanged ? <BackAgain onClear={texts.forget} /> : null}
      <div className={css.fields}>
        <Segments
          label={t('textKind')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`text_${value}`) }))}
          onChange={(value) => onOpen({ ...open, kind: value })}
        />
        <Segments
          label={t('textLanguage')}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(value) => onOpen({ ...open, language: value })}
        />
      </div>
      <Textarea
        name={kind}
        label={t('textBody', { kind: t(`text_${kind}`), language: languageNames[language] })}
        description={t(`textHint_${kind}`)}
        placeholder={t(language === 'zh-CN' ? 'textEmpty' : 'textOther')}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={limits.ownTextMax}
        value={values[kind]?.[language] ?? ''}
        error={wrong[kind]}
        onFocus={() => onOpen(open)}
        onChange={(event) => set({ [kind]: withText(values[kind], language, event.currentTarget.value) })}
      />
      <p className={css.hint}>{t('textMarkdown', { max: limits.ownTextMax })}</p>
      {blocks.length > 0 ? (
        <div className={css.reading}>
          <TextReading blocks={blocks} />
        </div>
      ) : null}
    </Section>
  )
}
