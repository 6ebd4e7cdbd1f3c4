import { type CSSProperties, useMemo, useState } from 'react'

import { accentColours, surfaces, type Scheme } from '../../../contract/accent.ts'
import type { NoticeBlock } from '../../../contract/notices.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import type { ShopLook } from '../../../ui/theme/shop-preview.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useWords } from '../../words/language.ts'
import css from './preview.module.css'
import { type Device, ShopFrame } from './shop-frame.tsx'
import { TextReading } from './text-reading.tsx'

type Shown = { key: number; title: string; icon: string; accent: string }
type Text = { title: string; blocks: readonly NoticeBlock[] }
const PAGES = ['login', 'home', 'mail', 'text'] as const
export type PreviewPage = (typeof PAGES)[number]
type Props = { brand: Shown; sender: string; text: Text; page: PreviewPage; onPage: (page: PreviewPage) => void }
const DEVICES: readonly Device[] = ['phone', 'desk']
const SCHEMES: readonly Scheme[] = ['light', 'dark']
const INKS = {
  light: { ink: '#10202b', soft: '#455763', line: '#e2e8eb', sunk: '#eef2f4' },
  dark: { ink: '#e7eef3', soft: '#abb9c4', line: '#23303c', sunk: '#0f1720' },
}

/**
 * The shop with the typed values, light and dark. Login and home are the portal's own pages with sample data; nothing is
 * saved.
 */
export function Preview({ brand, sender, text, page, onPage }: Props) {
  const t = useWords('brand')
  const [device, setDevice] = useState<Device>('phone')
  const shop = useShopLook(brand, page === 'home' ? 'home' : 'login')
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
            {page === 'login' || page === 'home' ? (
              <ShopFrame look={shop} scheme={scheme} device={device} />
            ) : (
              <div className={css.screen} data-page={page}>
                {page === 'mail' ? <MailPage brand={brand} sender={sender} /> : null}
                {page === 'text' ? <TextPage brand={brand} text={text} /> : null}
              </div>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

/** The same object until something of it changes. */
function useShopLook({ key, title, icon, accent }: Shown, page: ShopLook['page']): ShopLook {
  const language = useLanguage()
  return useMemo(
    () => ({ page, language, brand: { key, title, icon, accent } }),
    [page, language, key, title, icon, accent],
  )
}

/** The portal's own CSS variables, for this frame only. */
function coloursOf(accent: string, scheme: Scheme): CSSProperties {
  const { fill, onFill, text } = accentColours(accent, scheme)
  const { page, card } = surfaces[scheme]
  const { ink, soft, line, sunk } = INKS[scheme]
  return {
    '--p-fill': fill,
    '--p-on': onFill,
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
