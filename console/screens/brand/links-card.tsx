import { Checkbox, TextInput, Textarea } from '../../features/form/fields.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import { orNull } from './brand-parts.ts'
import { linesOf, sitesOf } from './brand-texts.ts'
import css from './brand.module.css'
import type { BrandDraft } from './use-brand-draft.ts'

/** Contacts, further links, flags, sites that may show the shop in a frame, and headers for clients. */
export function LinksCard({ draft: { values, wrong, set } }: { draft: BrandDraft }) {
  const t = useWords('brand')
  const text = (field: 'kfUrl' | 'jcUrl' | 'contact') => ({
    value: values[field] ?? '',
    error: wrong[field],
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: orNull(event.currentTarget.value) }),
  })
  return (
    <Section title={t('linksTitle')}>
      <div className={css.fields}>
        <TextInput name="kfUrl" label={t('kfUrl')} placeholder={t('builtIn')} inputMode="url" {...text('kfUrl')} />
        <TextInput name="jcUrl" label={t('jcUrl')} placeholder={t('builtIn')} inputMode="url" {...text('jcUrl')} />
      </div>
      <TextInput
        name="contact"
        label={t('contact')}
        description={t('contactHint')}
        maxLength={100}
        {...text('contact')}
      />
      <Checkbox
        name="hidesFlags"
        label={t('hidesFlags')}
        description={t('hidesFlagsHint')}
        checked={values.hidesFlags}
        onChange={(event) => set({ hidesFlags: event.currentTarget.checked })}
      />
      <Textarea
        name="frameOrigins"
        label={t('frames')}
        description={t('framesHint')}
        placeholder="https://shop.example"
        autosize
        minRows={1}
        value={values.frameOrigins.join('\n')}
        error={wrong.frameOrigins}
        onChange={(event) => set({ frameOrigins: sitesOf(event.currentTarget.value) })}
      />
      <Textarea
        name="feedHeaders"
        label={t('feedHeaders')}
        description={t('feedHeadersHint')}
        placeholder="routing: eyJuYW1lIjo…"
        autosize
        minRows={1}
        maxRows={10}
        spellCheck={false}
        value={values.feedHeaders.join('\n')}
        error={wrong.feedHeaders}
        onChange={(event) => set({ feedHeaders: linesOf(event.currentTarget.value) })}
      />
    </Section>
  )
}
