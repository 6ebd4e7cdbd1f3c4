import { useState } from 'react'

import { Segments } from '../../../ui/components/segments.tsx'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { PosterButtons } from '../../features/poster/poster-buttons.tsx'
import { CopyButton } from '../../features/show/copy-button.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import css from './brand.module.css'
import type { ShownBrand } from './use-brand-draft.ts'

const KINDS = ['register', 'login', 'appKey'] as const

/** Links for new users: opening one leads to this shop. */
export function HandOutCard({ links }: { links: ShownBrand['links'] }) {
  const t = useWords('brand')
  const [kind, setKind] = useState<(typeof KINDS)[number]>('register')
  const link = links[kind]
  return (
    <Section title={t('handTitle')} text={t('handText')}>
      <Segments
        label={t('handKind')}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`hand_${value}`) }))}
        onChange={setKind}
      />
      <div className={css.hand}>
        <QrCode text={link} label={t('handQr')} />
        <div className={css.grow}>
          <p className={css.code}>
            <span className={css.grow}>{link}</span>
            <CopyButton text={link} label={t('copyLink')} />
          </p>
          <p className={css.hint}>{t(`about_${kind}`)}</p>
          <PosterButtons link={link} />
        </div>
      </div>
    </Section>
  )
}
