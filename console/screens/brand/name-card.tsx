import { type DragEvent, useRef, useState } from 'react'

import { TextInput } from '../../features/form/fields.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import { orNull } from './brand-parts.ts'
import css from './brand.module.css'
import { CropSheet } from './crop-sheet.tsx'
import type { BrandDraft } from './use-brand-draft.ts'

/** The name, and an icon cut from any picture. */
export function NameCard({ draft: { values, shown, rule, wrong, set } }: { draft: BrandDraft }) {
  const t = useWords('brand')
  const chooser = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setFile(event.dataTransfer.files[0] ?? null)
  }
  return (
    <Section title={t('nameTitle')}>
      <div className={css.nameRow} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <button type="button" className={css.iconButton} onClick={() => chooser.current?.click()}>
          <img className={css.icon} src={shown.icon} alt="" width="64" height="64" />
          <span className={css.iconWord}>{t('changeIcon')}</span>
        </button>
        <div className={css.grow}>
          <TextInput
            name="title"
            label={t('title')}
            value={values.title ?? ''}
            placeholder={rule.title}
            maxLength={40}
            error={wrong.title}
            onChange={(event) => set({ title: orNull(event.currentTarget.value) })}
          />
        </div>
      </div>
      <p className={css.hint}>
        {wrong.icon ?? t('iconHint')}{' '}
        {values.icon === null ? null : (
          <button type="button" className={css.link} onClick={() => set({ icon: null })}>
            {t('iconBack')}
          </button>
        )}
      </p>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('changeIcon')}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0] ?? null)
          event.currentTarget.value = ''
        }}
      />
      {file ? <CropSheet file={file} onClose={() => setFile(null)} onCut={(icon) => set({ icon })} /> : null}
    </Section>
  )
}
