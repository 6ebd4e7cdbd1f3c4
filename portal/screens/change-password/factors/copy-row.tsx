import { IconButton } from '../../../../ui/components/icon-button.tsx'
import { useCopy } from '../../../features/account/use-copy.ts'
import css from './factors.module.css'

/** In groups of four for whoever types it; copied without the gaps. */
export function CopyRow({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  const copy = useCopy()
  return (
    <div>
      <p className={css.text}>{label}</p>
      <div className={css.copy}>
        <code className={css.secret}>{text.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <IconButton icon="copy" label={copyLabel} onClick={() => void copy(text)} />
      </div>
    </div>
  )
}
