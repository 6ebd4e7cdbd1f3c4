import { useState } from 'react'

import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { saveText } from '../../../../ui/device/copy-or-save.ts'
import { useCopy } from '../../../features/account/use-copy.ts'
import { useBrand } from '../../../state/brand.ts'
import { useKnownInfo } from '../../../state/known-info.ts'
import { useWords } from '../../../words/language.ts'
import css from './factors.module.css'
import { SheetStep } from './sheet-step.tsx'

type Props = { codes: readonly string[]; onKept: () => void; onFinish: () => void }

export function RecoveryCodes({ codes, onKept, onFinish }: Props) {
  const t = useWords('change-password')
  const copy = useCopy()
  const [isSent, setIsSent] = useState(false)
  const { title } = useBrand()
  const name = useKnownInfo((info) => info.iuser) ?? ''
  const text = [
    t('codesFileTitle', { title }),
    t('codesFileAccount', { name }),
    t('codesFileNote'),
    '',
    ...codes,
    '',
  ].join('\n')

  async function keepCopy(): Promise<void> {
    if (await copy(text)) onKept()
  }

  // Some web views silently drop the file, so a download does not count as saved.
  function download(): void {
    saveText(`recovery-codes-${name}.txt`, text)
    setIsSent(true)
  }

  return (
    <SheetStep step={3} title={t('codesTitle')}>
      <p className={css.text}>{t('codesText')}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.pair}>
        <ActionButton tone="quiet" icon="copy" fill onClick={() => void keepCopy()}>
          {t('copyAll')}
        </ActionButton>
        <ActionButton tone="quiet" icon="download" fill onClick={download}>
          {t('download')}
        </ActionButton>
      </div>
      {isSent ? (
        <p className={css.text} role="status">
          {t('downloadLost')}
        </p>
      ) : null}
      <ActionButton fill onClick={onFinish}>
        {t('finish')}
      </ActionButton>
    </SheetStep>
  )
}
