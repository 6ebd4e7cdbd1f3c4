import { accentColours } from '../../../contract/accent.ts'
import { contrastOf } from '../../../contract/colour.ts'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import css from './brand.module.css'
import type { BrandDraft } from './use-brand-draft.ts'

const COLOURS = ['#0f766e', '#2563eb', '#4f46e5', '#be185d', '#c2410c', '#ca8a04', '#334155']

/** Takes one colour and derives readable shades for light and dark. */
export function ColourCard({ draft: { shown, values, wrong, set } }: { draft: BrandDraft }) {
  const t = useWords('brand')
  const { fill, onFill } = accentColours(shown.accent, 'light')
  return (
    <Section title={t('colourTitle')}>
      <div className={css.colours}>
        {COLOURS.map((colour) => (
          <button
            key={colour}
            type="button"
            className={css.colour}
            style={{ background: colour }}
            aria-label={t('colourIs', { colour })}
            aria-pressed={shown.accent === colour}
            onClick={() => set({ accent: colour })}
          />
        ))}
        <label className={css.ownColour}>
          <input
            type="color"
            value={shown.accent}
            onChange={(event) => set({ accent: event.currentTarget.value.toLowerCase() })}
          />
          {t('ownColour')}
        </label>
      </div>
      <p className={css.hint}>
        <span className={css.contrast}>{t('contrast', { ratio: contrastOf(fill, onFill).toFixed(1) })}</span>{' '}
        {wrong.accent ?? t('colourHint')}{' '}
        {values.accent === null ? null : (
          <button type="button" className={css.link} onClick={() => set({ accent: null })}>
            {t('colourBack')}
          </button>
        )}
      </p>
    </Section>
  )
}
