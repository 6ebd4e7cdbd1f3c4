import type { StatusReport } from '../../../contract/status.ts'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { useWords } from '../../words/language.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import css from './banner.module.css'

const looks = {
  up: { tone: 'good', glyph: 'check', title: 'allUp', text: 'allUpText' },
  maintenance: { tone: 'warn', glyph: 'warning', title: 'someMaintained', text: 'someMaintainedText' },
  partial: { tone: 'warn', glyph: 'warning', title: 'partial', text: 'partialText' },
  down: { tone: 'bad', glyph: 'warning', title: 'allDown', text: 'allDownText' },
} as const

/** The answer to the only question most people come with. */
export function Banner({ report: { state, at, regions } }: { report: StatusReport }) {
  const t = useWords('online')
  const nodes = regions.flatMap((region) => region.nodes)
  const count = nodes.filter((node) => node.state === 'maintenance').length
  const { tone, glyph, title, text } = looks[state]
  return (
    <section className={css.banner} data-tone={tone}>
      <span className={css.sign}>
        <Glyph name={glyph} size={26} />
      </span>
      <div className={css.words} role="status">
        <p className={css.title}>{t(title, { count })}</p>
        <p className={css.text}>{t(count === nodes.length ? 'allMaintainedText' : text)}</p>
      </div>
      <p className={css.time}>{t('updated', { time: momentText(at) })}</p>
    </section>
  )
}
