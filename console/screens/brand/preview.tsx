import { type CSSProperties, useState } from 'react'

import { accentColours, surfaces, type Scheme } from '../../../contract/accent.ts'
import type { NoticeBlock } from '../../../contract/notices.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { useWords } from '../../words/language.ts'
import css from './preview.module.css'
import { TextReading } from './text-reading.tsx'

type Shown = { title: string; icon: string; accent: string }
type Text = { title: string; blocks: readonly NoticeBlock[] }
const PAGES = ['login', 'home', 'mail', 'text'] as const
export type PreviewPage = (typeof PAGES)[number]
type Props = { brand: Shown; sender: string; text: Text; page: PreviewPage; onPage: (page: PreviewPage) => void }
const DEVICES = ['phone', 'desk'] as const
const SCHEMES: readonly Scheme[] = ['light', 'dark']
const INKS = {
  light: { ink: '#10202b', soft: '#455763', line: '#e2e8eb', sunk: '#eef2f4' },
  dark: { ink: '#e7eef3', soft: '#abb9c4', line: '#23303c', sunk: '#0f1720' },
}

/** The shop with the typed values, light and dark, drawn from samples: it saves and loads nothing. */
export function Preview({ brand, sender, text, page, onPage }: Props) {
  const t = useWords('brand')
  const [device, setDevice] = useState<(typeof DEVICES)[number]>('phone')
  return (
    <section className={css.preview} aria-label={t('preview')}>
      <h2 className={css.title}>{t('preview')}</h2>
      <div className={css.choices}>
        <Segments
          label={t('previewPage')}
          value={page}
          options={PAGES.map((value) => ({ value, label: t(`page_${value}`) }))}
          onChange={onPage}
        />
        <Segments
          label={t('previewDevice')}
          value={device}
          options={DEVICES.map((value) => ({ value, label: t(`device_${value}`) }))}
          onChange={setDevice}
        />
      </div>
      <div className={css.frames} data-device={device}>
        {SCHEMES.map((scheme) => (
          <div
            key={scheme}
            className={css.frame}
            style={coloursOf(brand.accent, scheme)}
            inert={page !== 'text' || scheme === 'dark'}
          >
            <div className={css.screen} data-page={page}>
              {page === 'login' ? <LoginPage brand={brand} /> : null}
              {page === 'home' ? <HomePage brand={brand} /> : null}
              {page === 'mail' ? <MailPage brand={brand} sender={sender} /> : null}
              {page === 'text' ? <TextPage brand={brand} text={text} /> : null}
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

/** The portal's own CSS variables, for this frame only. */
function coloursOf(accent: string, scheme: Scheme): CSSProperties {
  const { fill, onFill, text, wash, heroFrom, heroTo } = accentColours(accent, scheme)
  const { page, card } = surfaces[scheme]
  const { ink, soft, line, sunk } = INKS[scheme]
  return {
    '--p-fill': fill,
    '--p-on': onFill,
    '--p-text': text,
    '--p-wash': wash,
    '--p-from': heroFrom,
    '--p-to': heroTo,
    '--p-page': page,
    '--p-card': card,
    '--p-ink': ink,
    '--p-soft': soft,
    '--p-line': line,
    '--p-sunk': sunk,
    // Variables that the blocks of a text use.
    '--ink-soft': soft,
    '--ink-faint': soft,
    '--line': line,
    '--sunk': sunk,
    '--brand-text': text,
    '--brand-line': fill,
  } as CSSProperties
}

function LoginPage({ brand }: { brand: Shown }) {
  const t = useWords('brand')
  return (
    <>
      <div className={css.sign}>
        <img className={css.icon} src={brand.icon} alt="" />
        <b className={css.name}>{brand.title}</b>
      </div>
      <div className={css.card}>
        <b>{t('pvLogin')}</b>
        <i className={css.field} />
        <i className={css.field} />
        <span className={css.button}>{t('pvLogin')}</span>
        <span className={css.link}>{t('pvRegister')}</span>
      </div>
    </>
  )
}

function HomePage({ brand }: { brand: Shown }) {
  const t = useWords('brand')
  return (
    <>
      <div className={css.bar}>
        <img className={css.small} src={brand.icon} alt="" />
        <b className={css.barName}>{brand.title}</b>
      </div>
      <div className={css.hero}>
        <span>{t('pvPlan')}</span>
        <b className={css.big}>{t('pvDays')}</b>
        <i className={css.meter} />
        <span>{t('pvTraffic')}</span>
      </div>
      <div className={css.card}>
        <b>{t('pvLines')}</b>
        <i className={css.row} />
        <i className={css.row} />
        <span className={css.button}>{t('pvRenew')}</span>
      </div>
    </>
  )
}

function MailPage({ brand, sender }: { brand: Shown; sender: string }) {
  const t = useWords('brand')
  return (
    <>
      <div className={css.bar}>
        <b className={css.barName}>{sender}</b>
      </div>
      <div className={css.card}>
        <span className={css.mailHead}>
          <img className={css.small} src={brand.icon} alt="" />
          <b className={css.barName}>{brand.title}</b>
        </span>
        <b>{t('pvMail')}</b>
        <i className={css.row} />
        <i className={css.row} />
        <span className={css.button}>{t('pvMailButton')}</span>
      </div>
    </>
  )
}

/** The only page with a long text: the light frame can be scrolled. */
function TextPage({ brand, text }: { brand: Shown; text: Text }) {
  const t = useWords('brand')
  return (
    <>
      <div className={css.bar}>
        <img className={css.small} src={brand.icon} alt="" />
        <b className={css.barName}>{brand.title}</b>
      </div>
      <div className={css.text} tabIndex={0} role="group" aria-label={text.title}>
        <b>{text.title}</b>
        {text.blocks.length > 0 ? <TextReading blocks={text.blocks} /> : <span>{t('textEmpty')}</span>}
      </div>
    </>
  )
}
