import { Bones, Loaded } from '../../../../ui/components/loaded.tsx'
import { offersPasskeys } from '../../../../ui/device/native-wrapper.ts'
import { useWords } from '../../../words/language.ts'
import { useFactors } from './factor-state.ts'
import css from './factors.module.css'
import { PasskeysPart } from './passkeys-part.tsx'
import { TotpPart } from './totp-part.tsx'

export function FactorsTab() {
  const user = useWords('user')
  return (
    <Loaded
      query={useFactors()}
      failed={user('loadFailedTitle')}
      bones={<Bones count={2} height={148} />}
      bonesClass={css.columns}
    >
      {(factors) => (
        <div className={css.columns}>
          <TotpPart factors={factors} />
          {/* Passkeys from another device can be seen and removed here, even if none can be made. */}
          {offersPasskeys() || factors.passkeys.length > 0 ? <PasskeysPart factors={factors} /> : null}
        </div>
      )}
    </Loaded>
  )
}
